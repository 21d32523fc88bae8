// Owns what values made of several tensors (ragged and sparse tensors, extension types) are made
// of: a spec, which holds all that is static, and the tensors, their parts.
#pragma once
#include <pybind11/pybind11.h>

#include <span>
#include <vector>

namespace pelton::bindings {

namespace py = pybind11;

// From now on instances of `value` are such values, whose spec is their `_type_spec`, and those of
// `spec` are their specs, with part_specs(), parts_of(value), of_parts(parts) and static_parts().
void set_composite_classes(py::type value, py::type spec);

bool has_parts(PyObject* value);
bool is_parts_spec(PyObject* value);

// The spec of a value that has parts.
py::object parts_spec(py::handle value);
// The tensors of such a value, in the order of its spec's part_specs().
std::vector<py::object> parts_of(py::handle spec, py::handle value);
// The value of them.
py::object of_parts(py::handle spec, std::span<const py::object> parts);
// The specs of the parts.
std::vector<py::object> part_specs(py::handle spec);

}  // namespace pelton::bindings
