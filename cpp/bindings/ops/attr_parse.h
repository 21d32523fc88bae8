// Owns reading attribute values from Python into an op's attribute struct.
#pragma once
#include <pybind11/pybind11.h>

#include <vector>

#include "core/tensor.h"
#include "runtime/dispatch/attrs.h"

namespace pelton::bindings {

// Writes `value` to the member of `attrs` that `field` describes. `named` keeps the tensors made
// here that names of sizes are of. Raises type_error, or value_error for a string that is no
// choice, naming the argument.
void parse_attr(const AttrField& field, PyObject* value, void* attrs, std::vector<Tensor>& named);

}  // namespace pelton::bindings
