// Owns how a constructor's arguments become the config that a field table describes.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/nn/value_object.h"
#include "core/error.h"
#include "nn/config/config.h"

namespace pelton::bindings {

// Arguments by name: positional ones get the names of `rows` in order. Raises TypeError, as Python
// does, for too many or repeated ones; keywords need not be in `rows`.
Dict all_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                   const py::args& args, const py::kwargs& kwargs);
// The same, raising TypeError also for names not in `rows`.
Dict name_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                    const py::args& args, const py::kwargs& kwargs);

// Throws `error`, which is being handled, with " [owner]" appended unless it names the owner.
[[noreturn]] void throw_naming(const Error& error, std::string_view owner);

// What `make`, the constructor of class `owner`, returns; errors leave it with the class's name.
template <class Make>
auto naming(std::string_view owner, Make&& make) {
  try {
    return make();
  } catch (const Error& error) {
    throw_naming(error, owner);
  }
}

// (name, type, default, required) of each row: for stubs and documentation.
py::list field_rows(const std::vector<ConfigField>& rows);
// "MeanSquaredError(name=None, reduction='sum_over_batch_size')": opens a class's docstring.
std::string signature_text(std::string_view owner, const std::vector<ConfigField>& rows);

// `type.name` as a class method.
template <class Function>
void def_class_method(py::handle type, const char* name, Function&& function) {
  const py::cpp_function callable(std::forward<Function>(function), py::name(name));
  py::setattr(type, name, py::reinterpret_steal<py::object>(PyClassMethod_New(callable.ptr())));
}

// get_config, from_config and repr of a family's base class.
template <class Class>
void def_config_methods(Class& type) {
  using T = typename Class::type;
  type.def(
          "get_config", [](const T& object) { return to_python(object.get_config()); },
          "The constructor arguments as plain values.")
      .def("__repr__", [](const T& object) { return object.repr(); });
  def_class_method(type, "from_config",
                   [](py::object cls, py::dict config) { return cls(**config); });
}

}  // namespace pelton::bindings
