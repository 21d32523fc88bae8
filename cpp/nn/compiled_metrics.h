// Owns CompiledMetrics: the metrics that compile() was given, resolved on the first batch.
#pragma once
#include <memory>
#include <variant>

#include "nn/metrics/metric.h"

namespace pelton {

// A metric, or the name of one; "accuracy" and "acc" depend on the shapes of the first batch.
using MetricChoice = std::variant<std::string, std::shared_ptr<Metric>>;

// Which kind of targets go with predictions of these shapes: Keras's rule for "accuracy" and
// "crossentropy".
enum class TargetKind : uint8_t { binary, sparse_categorical, categorical };
TargetKind target_kind(const Shape& y_true, const Shape& y_pred);

class CompiledMetrics {
 public:
  CompiledMetrics() = default;
  CompiledMetrics(std::vector<MetricChoice> metrics, std::vector<MetricChoice> weighted);

  // Takes in one batch; the weights go to the weighted metrics only. Raises value_error for an
  // unknown name, before any metric has changed.
  void update(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight);
  void reset();
  bool resolved() const { return resolved_; }
  // Forgets which metrics the names stood for.
  void unresolve();
  // Appends name and result of each, in order; a name that is taken gets "_1", or, when weighted,
  // "weighted_" before it.
  void log(Logs& logs) const;
  // Plain, then weighted; empty before the first batch.
  std::vector<std::shared_ptr<Metric>> metrics() const;
  // The same, but before the first batch those that were given as objects.
  std::vector<std::shared_ptr<Metric>> existing() const;
  const std::vector<MetricChoice>& choices() const { return choices_; }
  const std::vector<MetricChoice>& weighted_choices() const { return weighted_choices_; }

 private:
  using List = std::vector<std::shared_ptr<Metric>>;
  void resolve(const Tensor& y_true, const Tensor& y_pred);

  std::vector<MetricChoice> choices_;
  std::vector<MetricChoice> weighted_choices_;
  bool resolved_ = false;
  List plain_;
  List weighted_;
};

}  // namespace pelton
