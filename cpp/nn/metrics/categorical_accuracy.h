// Owns the metric CategoricalAccuracy: how often the best class is the one-hot target's.
#pragma once
#include "nn/metrics/class_rows.h"
#include "nn/metrics/mean_of_scores.h"
#include "ops/array/array.h"
#include "ops/nn/nn.h"

namespace pelton::metrics {

// 1 where target and prediction have their largest value at the same place of the last axis.
// Raises invalid_argument for unequal shapes.
class CategoricalAccuracy : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "CategoricalAccuracy";
  static constexpr const char* kFunction = "categorical_accuracy";

  explicit CategoricalAccuracy(const Config& config = {}) : MeanOfScores(config, kFunction) {}
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    check_one_hot(kFunction, y_true, y_pred);
    return {matches(argmax_rows(kFunction, y_true), argmax_rows(kFunction, y_pred), y_pred), {}};
  }
  // Undefined for what score() refuses or converts.
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override {
    if (!has_class_scores(y_pred) || !has_class_scores(y_true) || y_true.shape() != y_pred.shape())
      return {};
    if (y_true.dtype() == y_pred.dtype()) return categorical_correct(y_true, y_pred);
    // float64 holds the values, and the order, of both.
    return categorical_correct(cast(y_true, DType::float64), cast(y_pred, DType::float64));
  }
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
