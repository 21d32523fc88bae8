// Owns the Python types of the metrics and their function forms, made by looping over MetricTypes.
#include <pybind11/stl.h>

#include "autograd/variable_births.h"
#include "bindings/bind.h"
#include "bindings/half_made.h"
#include "bindings/nn/part_class.h"
#include "bindings/nn/python_metric.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/tensor_argument.h"
#include "bindings/text.h"
#include "nn/metrics/metric_list.h"
#include "nn/module/argument_note.h"
#include "nn/module/naming.h"
#include "nn/weights/initializer.h"

namespace pelton::bindings {
namespace {

// What Keras's classes take for a dtype: also a policy, whose compute dtype it is, and "int".
std::optional<DType> to_keras_dtype(py::handle given) {
  if (given.is_none()) return std::nullopt;
  const bool is_policy = py::hasattr(given, "compute_dtype") && !PyUnicode_Check(given.ptr());
  const py::object dtype = is_policy ? py::object(given.attr("compute_dtype"))
                                     : py::reinterpret_borrow<py::object>(given);
  if (PyUnicode_Check(dtype.ptr()) && str_text(dtype) == "int") return DType::int64;
  return to_dtype(dtype.ptr());
}

VariableRef add_metric_variable(Metric& metric, const Shape& shape, py::handle initializer,
                                py::handle dtype, const std::optional<std::string>& name, py::args,
                                py::kwargs) {
  metric.name();  // is the first part of the variable's path
  VariableRef variable =
      metric.add_variable(shape, name.value_or("variable"), to_keras_dtype(dtype));
  if (const InitializerPtr value = get_initializer(to_value(initializer)))
    variable->assign((*value)(shape, variable->dtype()));
  return variable;
}

using MetricPtr = std::shared_ptr<Metric>;

void update_metric(const MetricPtr& metric, const TensorLike& y_true, const TensorLike& y_pred,
                   const TensorLike& weight) {
  const std::string owner = made(metric)->class_name();
  Metric::take_in_recorded(metric, to_tensor_argument(owner, "y_true", y_true),
                           to_tensor_argument(owner, "y_pred", y_pred),
                           to_optional_tensor(owner, "sample_weight", weight));
}

void bind_metric_base(py::module_& m) {
  auto type = py::class_<Metric, PythonMetric<Metric>, py::smart_holder>(
      m, "Metric", py::dynamic_attr(),
      "Base of metrics: derive from it and define update_state(...) and result().");
  type.def(
          "__init__",
          [](py::detail::value_and_holder& place, py::handle dtype,
             const std::optional<std::string>& name) {
            const MetricConfig config{
                name ? *name : auto_name(class_under_construction(place).name),
                to_keras_dtype(dtype)};
            place.value_ptr() = new PythonMetric<Metric>(config, std::string());
          },
          py::detail::is_new_style_constructor(), py::arg("dtype") = py::none(),
          py::arg("name") = py::none())
      .def("__call__",
           [](py::object self, py::args args, py::kwargs kwargs) {
             self.attr("update_state")(*args, **kwargs);
             return self.attr("result")();
           })
      .def("update_state", &update_metric, py::arg("y_true"), py::arg("y_pred"),
           py::arg("sample_weight") = py::none())
      .def("result", &Metric::result)
      .def("reset_state", &Metric::reset_state)
      .def("add_variable", &add_metric_variable, py::arg("shape"), py::arg("initializer"),
           py::arg("dtype") = py::none(), py::arg("name") = py::none())
      .def("add_weight", &add_metric_variable, py::arg("shape") = Shape{},
           py::arg("initializer") = "zeros", py::arg("dtype") = py::none(),
           py::arg("name") = py::none())
      .def("_track", &Metric::track, py::arg("variable"))
      .def("_track_part", &Metric::track_part, py::arg("metric"))
      .def_property("name", &Metric::name, &Metric::set_name)
      .def_property_readonly("dtype",
                             [](const Metric& metric) { return std::string(name(metric.dtype())); })
      .def_property_readonly("variables", &Metric::variables);
  def_config_methods(type);
  m.attr("_functions") = py::dict();
}

// Mean and Sum take values; every other metric targets and predictions.
template <class T, class Class>
void def_update(Class& type) {
  if constexpr (T::kTakesValues)
    type.def(
        "update_state",
        [](const std::shared_ptr<T>& metric, const TensorLike& values, const TensorLike& weight) {
          const std::string owner = made(metric)->class_name();
          const Tensor v = to_tensor_argument(owner, "values", values);
          const Tensor w = to_optional_tensor(owner, "sample_weight", weight);
          noting(*metric, "update_state", {{"values", v}, {"sample_weight", w}},
                 [&] { metric->update(v, w); });
        },
        py::arg("values"), py::arg("sample_weight") = py::none());
}

using MakeMetric = std::unique_ptr<metrics::MeanOfScores> (*)(Dict& values, const char* owner);

// As ops where a tensor is symbolic and the metric has some.
Tensor scores_of(metrics::MeanOfScores& metric, const Tensor& target, const Tensor& output) {
  if (target.is_symbolic() || output.is_symbolic())
    if (Tensor scores = metric.batch_scores(target, output); scores.defined()) return scores;
  return metric.score(target, output).values;
}

void def_metric_function(py::module_& m, const char* name, std::vector<ConfigField> rows,
                         MakeMetric make) {
  std::erase_if(rows, [](const ConfigField& row) {
    const std::string_view field = row.name;
    return field == "name" || field == "dtype";
  });
  const std::string doc = signature_text(cat(name, "(y_true, y_pred)"), rows);
  m.def(
      name,
      [name, rows, make](const TensorLike& y_true, const TensorLike& y_pred, const py::args& args,
                         const py::kwargs& kwargs) {
        Dict values = name_arguments(name, rows, args, kwargs);
        const VariableBirths unused(nullptr, true);  // its totals go with it
        const auto metric = make(values, name);
        const Tensor target = to_tensor_argument(name, "y_true", y_true);
        const Tensor output = to_tensor_argument(name, "y_pred", y_pred);
        return noting(*metric, "score", {{"y_true", target}, {"y_pred", output}},
                      [&] { return scores_of(*metric, target, output); });
      },
      py::arg("y_true"), py::arg("y_pred"), doc.c_str());
  m.attr("_functions")[name] = field_rows(rows);
}

template <class T>
std::unique_ptr<metrics::MeanOfScores> make_metric(Dict& values, const char* owner) {
  return std::make_unique<T>(take_config<typename T::Config>(values, owner));
}

template <class T>
void bind_metric(py::module_& m) {
  const auto rows = config_fields<typename T::Config>();
  const std::string doc = signature_text(T::kClass, rows);
  auto type = py::class_<T, Metric, PythonMetric<T>, py::smart_holder>(
      m, T::kClass, py::dynamic_attr(), doc.c_str());
  def_constructor(type, T::kClass, rows, &make_part<T, PythonMetric<T>>);
  type.attr("_fields") = field_rows(rows);
  // As the engine has them, whatever a class derived in Python adds to its config.
  type.def("_settings", [](const T& metric) { return to_python(metric.T::get_config()); });
  def_update<T>(type);
  if constexpr (requires { T::kDirection; }) type.attr("_direction") = T::kDirection;
  if constexpr (std::is_base_of_v<metrics::MeanOfScores, T>)
    def_metric_function(m, T::kFunction, rows, &make_metric<T>);
}

template <class... Ts>
void bind_metric_types(py::module_& m, Types<Ts...>) {
  (bind_metric<Ts>(m), ...);
}

void bind_wrapper(py::module_& m) {
  py::class_<FunctionMetric, Metric, py::smart_holder>(
      m, "MeanMetricWrapper", py::dynamic_attr(),
      "MeanMetricWrapper(fn, name=None, dtype=None, **kwargs): the mean of fn over samples.")
      .def(py::init([](py::function fn, std::optional<std::string> name, py::handle dtype,
                       py::kwargs kwargs) {
             const MetricConfig config{name ? *name : auto_name("MeanMetricWrapper"),
                                       to_keras_dtype(dtype)};
             return std::make_unique<FunctionMetric>(std::move(fn), config, py::dict(kwargs));
           }),
           py::arg("fn"), py::arg("name") = py::none(), py::arg("dtype") = py::none())
      .def_property_readonly("_fn", &FunctionMetric::function)
      .def_property_readonly("_fn_arguments", &FunctionMetric::arguments);
}

}  // namespace

void bind_metrics(py::module_& module) {
  py::module_ m = module.def_submodule("metrics", "Metrics and their function forms.");
  bind_metric_base(m);
  bind_metric_types(m, MetricTypes{});
  bind_wrapper(m);
  m.def("get", &to_metric, py::arg("identifier"));
}

}  // namespace pelton::bindings
