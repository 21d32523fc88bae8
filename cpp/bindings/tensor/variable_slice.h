// Owns the type of what indexing a Variable gives: a Tensor that can also be assigned to.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/tensor/tensor_type.h"

namespace pelton::bindings {

// Call after Tensor's and Variable's types are made.
void bind_variable_slice(py::module_& module);
// `part`, the value of `variable`[`key`], with the place it came from.
PyObject* wrap_slice(Tensor part, PyObject* variable, PyObject* key);

}  // namespace pelton::bindings
