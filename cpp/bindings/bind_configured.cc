// Owns the Python type of Configured: get_config, from_config and repr of everything that Keras
// describes by a class name and a config.
#include "bindings/config_values.h"
#include "bindings/python_class.h"

namespace pelton::bindings {
namespace {

py::object class_method(py::cpp_function function) {
  return py::reinterpret_steal<py::object>(PyClassMethod_New(function.ptr()));
}

}  // namespace

void bind_configured(py::module_& module) {
  auto type = py::class_<Configured, py::smart_holder>(
      module, "Configured", "Base of everything that a class name and a config describe.");
  type.def(
          "get_config", [](const Configured& object) { return to_python(object.get_config()); },
          "The constructor arguments as plain values.")
      .def("__repr__", [](const Configured& object) { return object.repr(); });
  type.attr("from_config") =
      class_method(py::cpp_function([](py::object cls, py::dict config) { return cls(**config); },
                                    "An object from what get_config gave."));
}

}  // namespace pelton::bindings
