// Owns the activation functions that are compositions of ops, and keras.config's settings.
#include <pybind11/stl.h>

#include "bindings/layers/bind_layers.h"
#include "bindings/nn/value_object.h"
#include "bindings/tensor/casters.h"
#include "nn/activations/activation.h"
#include "nn/activations/activations.h"
#include "nn/config/dtype_policy.h"
#include "nn/layers/conv/spatial.h"
#include "nn/module/naming.h"

namespace pelton::bindings {

void bind_activations(py::module_& module) {
  py::module_ m = module.def_submodule("activations", "Activation functions of pelton.keras.");
  namespace a = pelton::activations;
  using py::arg;
  m.def("relu", &a::relu, arg("x"), arg("negative_slope") = 0.0, arg("max_value") = py::none(),
        arg("threshold") = 0.0);
  m.def("celu", &a::celu, arg("x"), arg("alpha") = 1.0);
  m.def("glu", &a::glu, arg("x"), arg("axis") = -1);
  m.def("hard_shrink", &a::hard_shrink, arg("x"), arg("threshold") = 0.5);
  m.def("soft_shrink", &a::soft_shrink, arg("x"), arg("threshold") = 0.5);
  m.def("squareplus", &a::squareplus, arg("x"), arg("b") = 4.0);
  m.def(
      "softmax",
      [](const Tensor& x, const std::vector<int64_t>& axes) { return a::softmax(x, axes); },
      arg("x"), arg("axes"));
  // The built-in function of that name with its default parameters.
  m.def(
      "apply",
      [](const std::string& name, const Tensor& x) { return activate(get_activation(name), x); },
      arg("name"), arg("x"));
  py::list names;
  for (const a::Row& row : a::rows()) names.append(row.name);
  m.attr("names") = py::tuple(names);
}

void bind_keras_settings(py::module_& module) {
  py::module_ m = module.def_submodule("keras_settings", "What pelton.keras.config sets.");
  m.def("floatx", [] { return std::string(name(floatx())); });
  m.def("set_floatx", &set_floatx, py::arg("value"));
  const auto format_name = [](DataFormat format) { return FieldType<DataFormat>::write(format); };
  m.def("image_data_format", [=] { return format_name(default_data_format()); });
  m.def(
      "set_image_data_format",
      [](const Value& data_format) {
        const FieldSite site{"set_image_data_format", "data_format"};
        set_default_data_format(FieldType<DataFormat>::parse(data_format, site));
      },
      py::arg("data_format"));
  m.def("epsilon", &epsilon);
  m.def("set_epsilon", &set_epsilon, py::arg("value"));
  m.def("dtype_policy", [] { return default_dtype_policy().name; });
  m.def(
      "set_dtype_policy",
      [](const Value& policy) {
        set_default_dtype_policy(
            FieldType<DTypePolicy>::parse(policy, {"set_dtype_policy", "policy"}));
      },
      py::arg("policy"));
  // (compute dtype, variable dtype) of the policy called `name`.
  m.def("policy_dtypes", [](const std::string& policy_name) {
    const DTypePolicy policy = DTypePolicy::parse(policy_name);
    return std::pair(std::string(name(policy.compute)), std::string(name(policy.variable)));
  });
  m.def("auto_name", [](const std::string& prefix) { return auto_name(prefix); });
  m.def("unique_name", &unique_name, py::arg("prefix"));
  m.def("to_snake_case", [](const std::string& text) { return to_snake_case(text); });
  m.def("reset_names", &reset_names);
}

}  // namespace pelton::bindings
