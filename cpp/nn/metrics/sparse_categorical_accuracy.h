// Owns the metric SparseCategoricalAccuracy: how often the best class is the label.
#pragma once
#include "nn/metrics/mean_of_scores.h"

namespace pelton::metrics {

// 1 where the class with the largest score, the first of equals, is the label. Raises
// invalid_argument unless there is one label per row of scores.
class SparseCategoricalAccuracy : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "SparseCategoricalAccuracy";
  static constexpr const char* kFunction = "sparse_categorical_accuracy";

  explicit SparseCategoricalAccuracy(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
