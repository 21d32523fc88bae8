// Owns the Python types of the losses and their function forms, made by looping over LossTypes.
#include "bindings/bind_training.h"
#include "bindings/constructor_arguments.h"
#include "bindings/python_loss.h"
#include "nn/losses/loss_list.h"

namespace pelton::bindings {
namespace {

py::object reduction_of(const Loss& loss) {
  return to_python(FieldType<std::optional<Reduction>>::write(loss.reduction()));
}

void set_reduction(Loss& loss, py::handle value) {
  loss.set_reduction(
      FieldType<std::optional<Reduction>>::parse(to_value(value), {loss.name(), "reduction"}));
}

Tensor call_loss(Loss& loss, const Tensor& y_true, const Tensor& y_pred,
                 const std::optional<Tensor>& sample_weight) {
  return loss(y_true, y_pred, sample_weight.value_or(Tensor()));
}

void bind_base(py::module_& m) {
  auto type = py::class_<Loss, PythonLoss<Loss>, py::smart_holder>(
      m, "Loss", py::dynamic_attr(),
      "Base of losses: derive from it and define call(y_true, y_pred).");
  type.def(py::init([](py::args args, py::kwargs kwargs) {
        const auto config = config_from<LossConfig>("Loss", args, kwargs);
        return std::make_unique<PythonLoss<Loss>>(config, std::string());
      }))
      .def("__call__", &call_loss, py::arg("y_true"), py::arg("y_pred"),
           py::arg("sample_weight") = py::none())
      .def(
          "call",
          [](Loss& loss, const Tensor& y_true, const Tensor& y_pred) {
            return loss.call(y_true, y_pred).values;
          },
          py::arg("y_true"), py::arg("y_pred"))
      .def_property("name", &Loss::name, &Loss::set_name)
      .def_property("reduction", &reduction_of, &set_reduction)
      .def_property_readonly("dtype",
                             [](const Loss& loss) { return std::string(name(loss.dtype())); });
  def_config_methods(type);
}

// The loss's rows without those that a function has no use for.
template <class C>
std::vector<ConfigField> function_fields() {
  std::vector<ConfigField> rows = config_fields<C>();
  std::erase_if(rows, [](const ConfigField& row) {
    const std::string_view name = row.name;
    return name == "reduction" || name == "name" || name == "dtype";
  });
  return rows;
}

template <class T>
void bind_function(py::module_& m) {
  const auto rows = function_fields<typename T::Config>();
  const std::string doc = signature_text(cat(T::kFunction, "(y_true, y_pred)"), rows);
  m.def(
      T::kFunction,
      [rows](const Tensor& y_true, const Tensor& y_pred, py::args args, py::kwargs kwargs) {
        Dict values = name_arguments(T::kFunction, rows, args, kwargs);
        return T(take_config<typename T::Config>(values, T::kFunction)).call(y_true, y_pred).values;
      },
      py::arg("y_true"), py::arg("y_pred"), doc.c_str());
}

template <class T>
void bind_loss(py::module_& m) {
  using Config = typename T::Config;
  const std::string doc = signature_text(T::kClass, config_fields<Config>());
  const auto config = [](const py::args& args, const py::kwargs& kwargs) {
    return config_from<Config>(T::kClass, args, kwargs);
  };
  py::class_<T, Loss, PythonLoss<T>, py::smart_holder>(m, T::kClass, py::dynamic_attr(),
                                                       doc.c_str())
      .def(py::init(
          [config](py::args args, py::kwargs kwargs) {
            return std::make_unique<T>(config(args, kwargs));
          },
          [config](py::args args, py::kwargs kwargs) {
            return std::make_unique<PythonLoss<T>>(config(args, kwargs));
          }));
  bind_function<T>(m);
}

// The function form's name: "mean_squared_error" for a MeanSquaredError.
template <class... Ts>
std::string function_name(Types<Ts...>, const Loss& loss) {
  std::string found;
  ((loss.class_name() == Ts::kClass ? (found = Ts::kFunction, true) : false) || ...);
  return found;
}

template <class... Ts>
void bind_all(py::module_& m, Types<Ts...>) {
  (bind_loss<Ts>(m), ...);
}

}  // namespace

void bind_losses(py::module_& module) {
  py::module_ m = module.def_submodule("losses", "Losses and their function forms.");
  bind_base(m);
  bind_all(m, LossTypes{});
  m.def("get", &to_loss, py::arg("identifier"));
  m.def("_function_name", [](const Loss& loss) { return function_name(LossTypes{}, loss); });
}

}  // namespace pelton::bindings
