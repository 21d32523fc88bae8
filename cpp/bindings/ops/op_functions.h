// Declares the loop that gives every op of the op table its Python function.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

// Adds the submodule `ops` to `module`.
void bind_op_functions(pybind11::module_& module);

}  // namespace pelton::bindings
