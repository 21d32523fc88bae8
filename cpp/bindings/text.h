// Owns the text of values and shapes as Python shows them.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

#include "core/tensor.h"

namespace pelton::bindings {

namespace py = pybind11;

// A TensorShape: a tuple that also answers as_list(), rank and num_elements().
py::object tensor_shape(const Shape& shape);
// "array([1., 2.], dtype=float32)", after a line break when it has several lines; "3.0" for 0-d.
std::string numpy_repr(const Tensor& tensor);

}  // namespace pelton::bindings
