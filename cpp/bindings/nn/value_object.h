// Owns the conversion between Python objects and Value, the form in which nn takes configuration.
#pragma once
#include <pybind11/pybind11.h>

#include "nn/config/value.h"

namespace pelton::bindings {

namespace py = pybind11;

// None, bool, int, float, str, lists, tuples, dictionaries with text keys, NumPy scalars and
// arrays, dtypes; built-in activation functions become their names, bound objects of nn become
// Objects, and everything else a PythonObject. Raises value_error for an integer beyond 64 bits.
Value to_value(py::handle object);
// Keyword arguments.
Dict to_dict(const py::dict& dict);
// The reverse; objects become their Python objects.
py::object to_python(const Value& value);
py::dict to_python(const Dict& dict);

}  // namespace pelton::bindings

namespace pybind11::detail {

template <>
struct type_caster<pelton::Value> {
  PYBIND11_TYPE_CASTER(pelton::Value, const_name("object"));
  bool load(handle source, bool) {
    value = pelton::bindings::to_value(source);
    return true;
  }
  static handle cast(const pelton::Value& value, return_value_policy, handle) {
    return pelton::bindings::to_python(value).release();
  }
};

template <>
struct type_caster<pelton::Dict> {
  PYBIND11_TYPE_CASTER(pelton::Dict, const_name("dict[str, object]"));
  bool load(handle source, bool) {
    if (!isinstance<dict>(source)) return false;
    value = pelton::bindings::to_dict(reinterpret_borrow<dict>(source));
    return true;
  }
  static handle cast(const pelton::Dict& dict, return_value_policy, handle) {
    return pelton::bindings::to_python(dict).release();
  }
};

}  // namespace pybind11::detail
