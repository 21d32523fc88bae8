#include "bindings/half_made.h"

#include <pybind11/pybind11.h>

#include <string_view>
#include <vector>

#include "core/error.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

// Where pybind11 asks a class for memory: only for an object that is used before it was made, as
// constructors bring their own.
void* refuse_memory(size_t) { raise_half_made(); }

// Other extension modules keep their classes in the same table.
bool is_own(const py::detail::type_info& info) {
  return std::string_view(info.type->tp_name).starts_with("pelton.");
}

std::vector<py::detail::type_info*> own_classes() {
  std::vector<py::detail::type_info*> out;
  py::detail::with_internals([&](py::detail::internals& internals) {
    for (const auto& [type, infos] : internals.registered_types_py)
      for (py::detail::type_info* info : infos)
        if (info->type == type && is_own(*info)) out.push_back(info);
  });
  return out;
}

// What Python defines for all bound classes in one place.
py::object reduce(py::handle self) {
  return py::module_::import("pelton.variables.pickling").attr("reduce")(self);
}

py::object copied(py::handle self) {
  return py::module_::import("pelton.variables.pickling").attr("copy")(self);
}

}  // namespace

void raise_half_made() {
  raise(Code::runtime_error,
        "You are using an object whose `__init__()` has not run. If it is of a class of your own, "
        "you forgot to call `super().__init__()` as the first statement in its `__init__()` "
        "method. Go add it!");
}

void refuse_half_made() {
  const py::handle object(reinterpret_cast<PyObject*>(&PyBaseObject_Type));
  const py::object plain = object.attr("__reduce__");
  for (py::detail::type_info* info : own_classes()) {
    info->operator_new = &refuse_memory;
    const py::handle cls(reinterpret_cast<PyObject*>(info->type));
    if (!py::object(cls.attr("__reduce__")).is(plain)) continue;
    cls.attr("__reduce__") = py::cpp_function(&reduce, py::name("__reduce__"), py::is_method(cls));
    cls.attr("__copy__") = py::cpp_function(&copied, py::name("__copy__"), py::is_method(cls));
  }
}

}  // namespace pelton::bindings
