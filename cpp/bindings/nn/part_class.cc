#include "bindings/nn/part_class.h"

namespace pelton::bindings {

ConstructedClass class_under_construction(const py::detail::value_and_holder& place) {
  PyTypeObject* type = Py_TYPE(reinterpret_cast<PyObject*>(place.inst));
  const py::handle handle(reinterpret_cast<PyObject*>(type));
  return {py::cast<std::string>(handle.attr("__name__")), type != place.type->type};
}

void def_constructor(const py::object& cls, const char* owner, std::vector<ConfigField> rows,
                     MakePart make) {
  const py::cpp_function init(
      [owner, rows = std::move(rows), make](py::detail::value_and_holder& place,
                                            const py::args& args, const py::kwargs& kwargs) {
        naming(owner, [&] {
          Dict values = name_arguments(owner, rows, args, kwargs);
          place.value_ptr() = make(values, owner, class_under_construction(place).is_derived);
        });
      },
      py::name("__init__"), py::is_method(cls), py::detail::is_new_style_constructor());
  cls.attr("__init__") = init;
}

void def_property(const py::object& cls, const char* name, const py::cpp_function& read) {
  cls.attr(name) = py::handle(reinterpret_cast<PyObject*>(&PyProperty_Type))(read);
}

void def_property(const py::object& cls, const char* name, const py::cpp_function& read,
                  const py::cpp_function& write) {
  cls.attr(name) = py::handle(reinterpret_cast<PyObject*>(&PyProperty_Type))(read, write);
}

}  // namespace pelton::bindings
