// Owns the Python types of the losses and their function forms, made by looping over LossTypes.
#include "bindings/bind.h"
#include "bindings/nn/part_class.h"
#include "bindings/nn/python_loss.h"
#include "bindings/tensor/tensor_argument.h"
#include "nn/losses/loss_list.h"
#include "nn/module/argument_note.h"
#include "nn/training/logits.h"
#include "ops/array/array.h"

namespace pelton::bindings {
namespace {

py::object reduction_of(const Loss& loss) {
  return to_python(FieldType<std::optional<Reduction>>::write(loss.reduction()));
}

void set_reduction(Loss& loss, py::handle value) {
  loss.set_reduction(
      FieldType<std::optional<Reduction>>::parse(to_value(value), {loss.name(), "reduction"}));
}

// A dict, or a list or tuple of tensors or arrays: Python losses may take such structures.
bool is_structure(py::handle value, int depth = 0) {
  constexpr int kMostNesting = 100;  // what nests deeper may contain itself, and is refused later
  if (PyDict_Check(value.ptr())) return true;
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr())) return false;
  if (py::len(value) == 0 || depth > kMostNesting) return false;
  const py::object first = value[py::int_(0)];
  const bool is_array = py::hasattr(first, "dtype") && py::hasattr(first, "__len__");
  return is_array || is_structure(first, depth + 1);
}

py::object call_loss(Loss& loss, const TensorLike& y_true, const TensorLike& y_pred,
                     const TensorLike& sample_weight) {
  const std::string owner = loss.class_name();
  const bool nested = is_structure(y_true.object) || is_structure(y_pred.object);
  if (nested && py::get_override(&loss, "call")) {
    const py::object call = py::module_::import("pelton.keras.losses.structures").attr("call");
    return call(py::cast(&loss), y_true.object, y_pred.object, sample_weight.object);
  }
  return py::cast(loss(to_tensor_argument(owner, "y_true", y_true),
                       to_tensor_argument(owner, "y_pred", y_pred),
                       to_optional_tensor(owner, "sample_weight", sample_weight)));
}

// call() as users reach it: nothing is cast or reduced.
Tensor values_of(Loss& loss, std::string_view owner, const TensorLike& y_true,
                 const TensorLike& y_pred) {
  const Tensor target = to_tensor_argument(owner, "y_true", y_true);
  const Tensor output = to_tensor_argument(owner, "y_pred", y_pred);
  return noting(loss, "call", {{"y_true", target}, {"y_pred", output}},
                [&] { return loss.call(target, output).values; });
}

void bind_loss_base(py::module_& m) {
  auto type = py::class_<Loss, PythonLoss<Loss>, py::smart_holder>(
      m, "Loss", py::dynamic_attr(),
      "Base of losses: derive from it and define call(y_true, y_pred).");
  type.def(py::init([](py::args args, py::kwargs kwargs) {
        auto rows = config_fields<LossConfig>();
        std::swap(rows[0], rows[1]);  // here, and nowhere else, the name comes first
        Dict values = name_arguments("Loss", rows, args, kwargs);
        const auto config = take_config<LossConfig>(values, "Loss");
        return std::make_unique<PythonLoss<Loss>>(config, std::string());
      }))
      .def("__call__", &call_loss, py::arg("y_true"), py::arg("y_pred"),
           py::arg("sample_weight") = py::none())
      .def(
          "call",
          [](Loss& loss, const TensorLike& y_true, const TensorLike& y_pred) {
            return values_of(loss, loss.class_name(), y_true, y_pred);
          },
          py::arg("y_true"), py::arg("y_pred"))
      .def_property("name", &Loss::name, &Loss::set_name)
      .def_property("reduction", &reduction_of, &set_reduction)
      .def_property_readonly("dtype",
                             [](const Loss& loss) { return std::string(name(loss.dtype())); });
  def_config_methods(type);
  type.attr("_arguments") = field_rows(config_fields<LossConfig>());
  m.attr("_functions") = py::dict();
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

using MakeLoss = std::unique_ptr<Loss> (*)(Dict& values, const char* owner);

template <class T>
std::unique_ptr<Loss> make_loss(Dict& values, const char* owner) {
  return std::make_unique<T>(take_config<typename T::Config>(values, owner));
}

void def_loss_function(py::module_& m, const char* name, const std::vector<ConfigField>& rows,
                       MakeLoss make) {
  const std::string doc = signature_text(cat(name, "(y_true, y_pred)"), rows);
  m.def(
      name,
      [name, rows, make](const TensorLike& y_true, const TensorLike& y_pred, const py::args& args,
                         const py::kwargs& kwargs) {
        Dict values = name_arguments(name, rows, args, kwargs);
        return values_of(*make(values, name), name, y_true, y_pred);
      },
      py::arg("y_true"), py::arg("y_pred"), doc.c_str());
  m.attr("_functions")[name] = field_rows(rows);
}

template <class T>
void bind_loss(py::module_& m) {
  const auto rows = config_fields<typename T::Config>();
  const std::string doc = signature_text(T::kClass, rows);
  auto type = py::class_<T, Loss, PythonLoss<T>, py::smart_holder>(m, T::kClass, py::dynamic_attr(),
                                                                   doc.c_str());
  def_constructor(type, T::kClass, rows, &make_part<T, PythonLoss<T>>);
  type.attr("_fields") = field_rows(rows);
  // As the engine has them, whatever a class derived in Python adds to its config.
  type.def("_settings", [](const T& loss) { return to_python(loss.T::get_config()); });
  def_loss_function(m, T::kFunction, function_fields<typename T::Config>(), &make_loss<T>);
}

// The function form's name: "mean_squared_error" for a MeanSquaredError.
template <class... Ts>
std::string function_name(Types<Ts...>, const Loss& loss) {
  std::string found;
  ((loss.class_name() == Ts::kClass ? (found = Ts::kFunction, true) : false) || ...);
  return found;
}

template <class... Ts>
void bind_loss_types(py::module_& m, Types<Ts...>) {
  (bind_loss<Ts>(m), ...);
}

}  // namespace

void bind_losses(py::module_& module) {
  py::module_ m = module.def_submodule("losses", "Losses and their function forms.");
  bind_loss_base(m);
  bind_loss_types(m, LossTypes{});
  m.def("get", &to_loss, py::arg("identifier"));
  // The logits of a binary cross-entropy; None for probabilities that came from none.
  m.def(
      "_binary_logits",
      [](const Tensor& output, bool from_logits) -> std::optional<Tensor> {
        const Tensor logits = logits_of(output, from_logits, "binary_crossentropy", "Sigmoid");
        return logits.defined() ? std::optional(logits) : std::nullopt;
      },
      py::arg("output"), py::arg("from_logits"));
  // The values of a loss, weighted and reduced, where their mask is true.
  m.def(
      "_reduced",
      [](const Loss& loss, const Tensor& values, const TensorLike& sample_weight) {
        const Tensor mask = values.has_mask() ? cast(values.mask(), DType::boolean) : Tensor();
        const std::string owner = loss.class_name();
        return reduce_weighted({values, mask},
                               to_optional_tensor(owner, "sample_weight", sample_weight),
                               loss.reduction());
      },
      py::arg("loss"), py::arg("values"), py::arg("sample_weight"));
  m.def("_function_name", [](const Loss& loss) { return function_name(LossTypes{}, loss); });
}

}  // namespace pelton::bindings
