// Owns the objects that show shapes in Python, TensorShapes, and what is read from them.
#pragma once
#include <pybind11/pybind11.h>

#include "autograd/open_shape.h"
#include "core/shape.h"

namespace pelton::bindings {

namespace py = pybind11;

// A new TensorShape: None for each size that is unknown, TensorShape(None) without a rank.
py::object tensor_shape(const Shape& shape);
py::object tensor_shape(const OpenShape& shape);
bool is_tensor_shape(PyObject* object);
// Its sizes as a tuple, borrowed; None without a rank.
py::object sizes_of_shape(PyObject* shape);
// Those of a shape that is to become a tensor. Raises ValueError where one is unknown.
py::tuple known_sizes(PyObject* shape);

}  // namespace pelton::bindings
