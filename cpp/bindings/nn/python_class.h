// Owns what every trampoline shares: how a class that a user derived in Python answers for its name
// and config. Knows no particular family of classes.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/trampoline_self_life_support.h>

#include "bindings/gil.h"
#include "bindings/nn/value_object.h"
#include "bindings/tensor/casters.h"
#include "nn/config/config.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {

// What a function or method of the user's gave, as a tensor; raises value_error that says of which
// `part` ("loss 'mine'") it is for None.
inline Tensor returned_tensor(std::string_view part, const py::object& returned) {
  check(!returned.is_none(), Code::value_error, part, " returned None");
  return returned.cast<Tensor>();
}

// The C++ half of an object whose class was derived from Base in Python. Keeps the Python half
// alive as long as C++ holds the object.
template <class Base>
class __attribute__((visibility("hidden"))) PythonClass : public Base,
                                                          public py::trampoline_self_life_support {
 public:
  using Base::Base;

  std::string class_name() const override { return type_attribute("__name__"); }
  std::string module() const override { return type_attribute("__module__"); }
  Dict get_config() const override {
    const GilTaken gil;
    if (const py::function method = find_method("get_config")) return to_dict(method());
    return Base::get_config();
  }

 protected:
  py::object self() const { return py::cast(static_cast<const Base*>(this)); }
  // The method as the Python class defines it; empty where it does not.
  py::function find_method(const char* name) const {
    py::function method = py::get_override(static_cast<const Base*>(this), name);
    if (method) notify_host_callback(type_attribute("__name__"));
    return method;
  }

 private:
  std::string type_attribute(const char* name) const {
    const GilTaken gil;
    return py::cast<std::string>(py::type::of(self()).attr(name));
  }
};

}  // namespace pelton::bindings
