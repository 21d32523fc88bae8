// Owns conversions between Python values and nn's Value, and how constructor arguments become the
// config that a field table describes.
#pragma once
#include <pybind11/pybind11.h>

#include "nn/config.h"

namespace pelton::bindings {

namespace py = pybind11;

// A Python object that C++ only carries along and prints; `to_value` makes it of anything that is
// no plain value and no Configured.
class PythonObject : public Configured {
 public:
  explicit PythonObject(py::object object) : object_(std::move(object)) {}
  ~PythonObject() override;
  const py::object& object() const { return object_; }
  std::string class_name() const override;
  std::string module() const override;
  Dict get_config() const override { return {}; }
  std::string repr() const override;

 private:
  py::object object_;
};

// None, booleans, numbers (NumPy's too), text, dtypes (their names), lists, tuples, dictionaries
// with text keys, Configured objects; anything else becomes a PythonObject.
Value to_value(py::handle object);
py::object to_python(const Value& value);
py::dict to_python(const Dict& dict);
Dict to_dict(const py::dict& dict);

// Constructor arguments by name: positional ones get the names of `rows` in order. Raises
// TypeError as Python does for too many or repeated arguments and for names not in `rows`.
Dict name_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                    const py::args& args, const py::kwargs& kwargs);

// The config of `C` from a constructor's arguments.
template <class C>
C config_from(std::string_view owner, const py::args& args, const py::kwargs& kwargs) {
  Dict values = name_arguments(owner, config_fields<C>(), args, kwargs);
  return take_config<C>(values, owner);
}

// "Conv(filters, kernel_size, strides=(1, 1))": the first line of a class's docstring.
std::string signature_text(std::string_view owner, const std::vector<ConfigField>& rows);

}  // namespace pelton::bindings
