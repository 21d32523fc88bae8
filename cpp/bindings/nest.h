// Owns nested structures of Python values: dicts (keys in order), lists, tuples and named tuples.
#pragma once
#include <pybind11/pybind11.h>

#include <span>
#include <vector>

namespace pelton::bindings {

namespace py = pybind11;

// The leaves of `structure` in order; a value that is no container is its own only leaf. Raises
// RecursionError where it contains itself, TypeError for keys that cannot be sorted.
std::vector<py::object> flatten(py::handle structure);
// The same nesting, of the same types, with `leaves` in place of its own; their number must be that
// of flatten. As in TensorFlow's nest, a dict's items keep their order.
py::object pack(py::handle structure, std::span<const py::object> leaves);

}  // namespace pelton::bindings
