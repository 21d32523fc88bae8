// Owns what pybind11 knows of a bound function's parameters, in words for users.
#pragma once
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace pelton::bindings {

struct Parameter {
  std::string name;
  std::string type;  // "int", "str | None", "Layer"
  bool has_default = false;
  bool by_name_only = false;
};

// The parameters after `self`, *args and **kwargs apart.
std::vector<Parameter> parameters_of(const pybind11::detail::function_record& record);
// False where `value` is surely none of the parameter's type.
bool may_be(const Parameter& parameter, pybind11::handle value);
// repr(value) in at most 100 characters; tensors and arrays by shape and dtype, objects whose repr
// raises by their class.
std::string short_text(pybind11::handle value);

}  // namespace pelton::bindings
