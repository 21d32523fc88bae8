// Owns what the Python classes made from field tables have in common. It is compiled once for a
// family of classes, not once per class: only what reads a class's own config is a template.
#pragma once
#include <pybind11/pybind11.h>

#include <string_view>
#include <vector>

#include "bindings/nn/constructor_arguments.h"
#include "bindings/nn/value_object.h"
#include "bindings/python_object.h"

namespace pelton::bindings {

// The name of the class of the object under construction, and whether it is derived in Python.
struct ConstructedClass {
  std::string name;
  bool is_derived;
};
ConstructedClass class_under_construction(const py::detail::value_and_holder& place);

// Makes the C++ half from the arguments of the constructor of class `owner`.
using MakePart = void* (*)(Dict& values, const char* owner, bool is_derived);

// T, or Derived for a class derived from it in Python.
template <class T, class Derived>
void* make_part(Dict& values, const char* owner, bool is_derived) {
  auto config = take_config<typename T::Config>(values, owner);
  T* part = is_derived ? static_cast<T*>(new Derived(std::move(config))) : new T(std::move(config));
  if constexpr (requires { part->choose_seed(); }) part->choose_seed();
  return part;
}

// cls.__init__, whose arguments `rows` describe.
void def_constructor(const py::object& cls, const char* owner, std::vector<ConfigField> rows,
                     MakePart make);

void def_property(const py::object& cls, const char* name, const py::cpp_function& read);
void def_property(const py::object& cls, const char* name, const py::cpp_function& read,
                  const py::cpp_function& write);

// A config field as Python sees it on its object.
template <class T>
py::object field_object(const T& value) {
  if constexpr (requires { part_object(value); })
    return part_object(value);
  else
    return to_python(FieldType<T>::write(value));
}

// The field called `name` of object's config; T is object's own class.
template <class T, class Base>
py::object read_field(const Base& object, std::string_view name) {
  using Config = std::remove_cvref_t<decltype(static_cast<const T&>(object).config())>;
  const Config& config = static_cast<const T&>(object).config();
  py::object found;
  detail::for_each_field<Config>([&](const auto& row) {
    if (name == row.name) found = field_object(config.*row.member);
  });
  return found;
}

// One read-only property for each row.
template <class Base>
void def_fields(const py::object& cls, const std::vector<ConfigField>& rows,
                py::object (*read)(const Base&, std::string_view)) {
  for (const ConfigField& row : rows)
    def_property(
        cls, row.name,
        py::cpp_function([read, name = row.name](const Base& object) { return read(object, name); },
                         py::is_method(cls)));
}

}  // namespace pelton::bindings
