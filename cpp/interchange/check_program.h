// Owns check_program: whether the steps of a program of unknown origin can run, found out without
// running them.
#pragma once
#include <span>
#include <vector>

#include "program/program.h"

namespace pelton {

// Follows dtypes and, as far as they are known, shapes from step to step, as a symbolic trace does.
// Each value is read after it is made, or the program would not be one. Its last uses are found.
// Gives descriptions of the outputs for inputs like `inputs`. Raises invalid_argument, which names
// step and op, for a call that its op refuses, for an assignment that its variable refuses, for
// in-place writes of anything but variables, and as check_control.
std::vector<Tensor> check_program(const Program& program, std::span<const Tensor> inputs);

// What `body` does; an Error names `place()` before its message and is an invalid_argument, unless
// it is about memory.
template <class Place, class Body>
void at_place(Place&& place, Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    const bool is_memory = error.code() == Code::resource_exhausted;
    throw Error(is_memory ? error.code() : Code::invalid_argument,
                cat(place(), ": ", error.message()));
  }
}

}  // namespace pelton
