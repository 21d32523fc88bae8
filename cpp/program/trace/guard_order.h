// Owns which guards a program may have, and where: before all that it writes.
#pragma once
#include "program/program.h"

namespace pelton {

// Whether the steps so far give `value` without what any of them writes: then a guard of it can
// come before the first that writes.
bool is_known_before_writes(const Program& program, ValueId value);

// Moves the guards, each of such a value, and the steps that give their values before all others.
void put_guards_first(Program& program);

// Which steps are guards or give their values.
std::vector<bool> steps_of_guards(const Program& program);

// What the guards expect, in order.
std::vector<Tensor> guarded_values_of(const Program& program);

}  // namespace pelton
