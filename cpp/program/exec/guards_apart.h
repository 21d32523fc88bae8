// Owns set_guards_apart: a program's guards as a program of their own, which leaves one without.
#pragma once
#include <memory>

#include "program/program.h"

namespace pelton {

struct GuardsApart {
  std::shared_ptr<const Program> guards;  // without outputs; null: there are none, or they stay
  std::shared_ptr<const Program> rest;
};

// Both take the inputs of `program`, which has been through apply_passes; its guards come first.
// They stay where they are where the rest needs what they are computed from by way of a variable,
// or random numbers are among it.
GuardsApart set_guards_apart(std::shared_ptr<const Program> program);

}  // namespace pelton
