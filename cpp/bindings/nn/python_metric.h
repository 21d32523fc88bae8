// Owns metrics that are written in Python: classes derived from a metric, and plain functions.
#pragma once
#include "bindings/gil.h"
#include "bindings/nn/python_class.h"
#include "bindings/tensor/casters.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton::bindings {

// Appends what a Python result() gave: a number or a tensor of numbers under `name`, or a
// dictionary's items.
void log_result(const std::string& name, const py::object& result, Logs& logs);
// The result as a tensor; raises type_error for a dictionary.
Tensor result_tensor(const std::string& name, const py::object& result);

template <class Base>
class PythonMetric : public PythonClass<Base> {
 public:
  using PythonClass<Base>::PythonClass;

  void update_state(const Tensor& y_true, const Tensor& y_pred,
                    const Tensor& sample_weight) override {
    {
      const GilTaken gil;
      if (const py::function method = this->find_method("update_state")) {
        method(y_true, y_pred, py::arg("sample_weight") = sample_weight);
        return;
      }
    }
    if constexpr (std::is_same_v<Base, Metric>)
      raise(Code::unimplemented, this->class_name(),
            " does not implement update_state(y_true, y_pred, sample_weight)");
    else
      Base::update_state(y_true, y_pred, sample_weight);
  }

  // What Python's update_state() does is not known.
  Tensor batch_scores(const Tensor&, const Tensor&) override { return {}; }

  Tensor result() override {
    {
      const GilTaken gil;
      if (const py::function method = this->find_method("result"))
        return result_tensor(this->name(), method());
    }
    if constexpr (std::is_same_v<Base, Metric>)
      raise(Code::unimplemented, this->class_name(), " does not implement result()");
    else
      return Base::result();
  }

  void log(Logs& logs) override {
    const GilTaken gil;
    if (const py::function method = this->find_method("result"))
      log_result(this->name(), method(), logs);
    else
      Base::log(logs);
  }

  void reset_state() override {
    {
      const GilTaken gil;
      if (const py::function method = this->find_method("reset_state")) {
        method();
        return;
      }
    }
    Base::reset_state();
  }
};

// The mean over samples of a function (y_true, y_pred, **kwargs) -> values per sample.
class __attribute__((visibility("hidden"))) FunctionMetric : public metrics::MeanOfScores {
 public:
  FunctionMetric(py::function function, const MetricConfig& config, py::dict arguments);
  ~FunctionMetric() override;
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return "MeanMetricWrapper"; }
  const py::function& function() const { return function_; }
  const py::dict& arguments() const { return arguments_; }

 private:
  py::function function_;
  py::dict arguments_;
};

// A metric, the name of one, a serialized config, a metric class, a loss, or a function. Raises
// value_error for anything else.
std::shared_ptr<Metric> to_metric(py::handle identifier);

}  // namespace pelton::bindings
