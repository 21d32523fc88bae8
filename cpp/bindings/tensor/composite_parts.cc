#include "bindings/tensor/composite_parts.h"

namespace pelton::bindings {
namespace {

// Null until the first such class is loaded; held for the life of the process.
PyTypeObject* value_class = nullptr;
PyTypeObject* spec_class = nullptr;

bool is_instance(PyObject* value, PyTypeObject* cls) {
  return cls != nullptr && PyType_IsSubtype(Py_TYPE(value), cls) != 0;
}

std::vector<py::object> items(const py::object& sequence) {
  std::vector<py::object> out;
  for (py::handle item : sequence) out.push_back(py::reinterpret_borrow<py::object>(item));
  return out;
}

}  // namespace

void set_composite_classes(py::type value, py::type spec) {
  value_class = reinterpret_cast<PyTypeObject*>(value.release().ptr());
  spec_class = reinterpret_cast<PyTypeObject*>(spec.release().ptr());
}

bool has_parts(PyObject* value) { return is_instance(value, value_class); }

bool is_parts_spec(PyObject* value) { return is_instance(value, spec_class); }

py::object parts_spec(py::handle value) { return value.attr("_type_spec"); }

std::vector<py::object> parts_of(py::handle spec, py::handle value) {
  return items(spec.attr("parts_of")(value));
}

py::object of_parts(py::handle spec, std::span<const py::object> parts) {
  py::list given;
  for (const py::object& part : parts) given.append(part);
  return spec.attr("of_parts")(given);
}

std::vector<py::object> part_specs(py::handle spec) { return items(spec.attr("part_specs")()); }

}  // namespace pelton::bindings
