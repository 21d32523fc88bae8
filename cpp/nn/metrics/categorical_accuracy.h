// Owns the metric CategoricalAccuracy: how often the best class is the one-hot target's.
#pragma once
#include "nn/metrics/mean_of_scores.h"

namespace pelton::metrics {

// 1 where target and prediction have their largest value at the same place of the last axis.
// Raises invalid_argument for unequal shapes.
class CategoricalAccuracy : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "CategoricalAccuracy";
  static constexpr const char* kFunction = "categorical_accuracy";

  explicit CategoricalAccuracy(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
