// Owns what a bound function says of arguments that do not fit it.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

// From now on the functions, methods and properties bound so far in `module`, its submodules and
// classes raise TypeError that names function, argument, what it takes and what it got.
void name_bad_arguments(const pybind11::module_& module);

}  // namespace pelton::bindings
