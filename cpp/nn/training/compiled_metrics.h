// Owns CompiledMetrics: the metrics that compile() was given, resolved on the first batch.
#pragma once
#include <memory>
#include <span>
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

  // What the metrics take from a batch by ops alone, in order (Metric::batch_scores). Raises
  // value_error for an unknown name, and what the metrics raise.
  std::vector<Tensor> scores(const Tensor& y_true, const Tensor& y_pred,
                             const Tensor& sample_weight);
  // Whether update() needs predictions besides these scores.
  bool needs_predictions(std::span<const Tensor> scores, const Tensor& y_pred,
                         const Tensor& sample_weight) const;
  // Takes in one batch; the weights go to the weighted metrics only. Metrics without scores, or all
  // if there are none, take in targets and predictions. Raises value_error for an unknown name,
  // before any metric has changed.
  void update(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight,
              std::span<const Tensor> scores);
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
  // Calls f(metric, its weight) for each metric, in order.
  template <class F>
  void for_each(const Tensor& sample_weight, F&& f) const;

  std::vector<MetricChoice> choices_;
  std::vector<MetricChoice> weighted_choices_;
  bool resolved_ = false;
  List plain_;
  List weighted_;
};

}  // namespace pelton
