// Owns the classes of values that are made of several tensors, such as ragged ones: each takes the
// ops that are called with its values.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

namespace py = pybind11;

// From now on calls of ops with instances of `cls` among the inputs are `handler`'s:
// handler(name of the op, {parameter: value}) gives the result.
void add_composite_class(py::type cls, py::object handler);
// The handler for a value, or for the first of the values in a list or tuple; null for others.
PyObject* composite_handler(PyObject* value);
bool is_composite(PyObject* value);

}  // namespace pelton::bindings
