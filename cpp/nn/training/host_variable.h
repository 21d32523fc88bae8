// Owns plain reads and writes of 0-d variables in host memory: counters and totals that metrics and
// optimizers keep. Calls no ops.
#pragma once
#include "autograd/variable.h"

namespace pelton {

// The value of a one-element tensor of any real dtype; raises value_error for another size.
double item(const Tensor& x);
// Adds to, or replaces, the value of a one-element floating or integer variable.
void increase(Variable& variable, double by);
void set_item(Variable& variable, double value);

}  // namespace pelton
