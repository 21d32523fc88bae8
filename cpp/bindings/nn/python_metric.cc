#include "bindings/nn/python_metric.h"

#include "bindings/gil.h"
#include "bindings/half_made.h"
#include "bindings/nn/python_loss.h"
#include "bindings/text.h"
#include "nn/metrics/metric_list.h"
#include "nn/module/naming.h"
#include "nn/training/host_variable.h"

namespace pelton::bindings {
namespace {

// As Keras calls the metric of a function: what it has as `name`, else its own name, or that of its
// class, in snake case.
MetricConfig named(MetricConfig config, const py::handle& function) {
  if (config.name) return config;
  const bool has_own = py::hasattr(function, "__name__");
  if (!has_own && py::hasattr(function, "name")) {
    config.name = str_text(function.attr("name"));
    return config;
  }
  const py::object own =
      has_own ? function.attr("__name__") : py::type::of(function).attr("__name__");
  const std::string text = str_text(own);
  config.name = text == "<lambda>" ? "lambda" : to_snake_case(text);
  return config;
}

}  // namespace

Tensor result_tensor(const std::string& name, const py::object& result) {
  check(!py::isinstance<py::dict>(result), Code::type_error, "metric '", name,
        "' gives a dictionary where one value is wanted");
  return returned_tensor(cat("result() of metric '", name, "'"), result);
}

void log_result(const std::string& name, const py::object& result, Logs& logs) {
  if (!py::isinstance<py::dict>(result)) {
    logs.emplace_back(name, figure(result_tensor(name, result)));
    return;
  }
  for (const auto& entry : result.cast<py::dict>())
    logs.emplace_back(
        str_text(entry.first),
        figure(result_tensor(name, py::reinterpret_borrow<py::object>(entry.second))));
}

FunctionMetric::FunctionMetric(py::function function, const MetricConfig& config,
                               py::dict arguments)
    : MeanOfScores(config, ""), function_(std::move(function)), arguments_(std::move(arguments)) {}

FunctionMetric::~FunctionMetric() {
  const GilTaken gil;
  function_ = py::function();
  arguments_.release().dec_ref();  // py::dict() would make another one
}

metrics::MeanOfScores::Scores FunctionMetric::score(const Tensor& y_true, const Tensor& y_pred) {
  const GilTaken gil;
  const py::object values = function_(y_true, y_pred, **arguments_);
  return {returned_tensor(cat("metric '", name(), "'"), values), {}};
}

std::shared_ptr<Metric> to_metric(py::handle identifier) {
  check(!identifier.is_none(), Code::value_error, "Expected metric, received `None`");
  if (py::isinstance<Metric>(identifier)) return made(identifier.cast<std::shared_ptr<Metric>>());
  if (py::isinstance<py::str>(identifier)) return get_metric(identifier.cast<std::string>());
  if (py::isinstance<py::dict>(identifier)) {
    const auto found = py::module_::import("pelton.keras.metrics").attr("deserialize")(identifier);
    return found.cast<std::shared_ptr<Metric>>();
  }
  if (PyType_Check(identifier.ptr()) && py::hasattr(identifier, "get_config"))
    return to_metric(identifier());
  if (PyCallable_Check(identifier.ptr()) == 0)
    raise(Code::value_error, "Could not interpret metric identifier: ", str_text(identifier));
  const auto function = py::reinterpret_borrow<py::function>(identifier);
  return std::make_shared<FunctionMetric>(function, named(MetricConfig{}, function), py::dict());
}

}  // namespace pelton::bindings
