// Owns the metric SparseCategoricalAccuracy: how often the best class is the label.
#pragma once
#include "nn/metrics/class_rows.h"
#include "nn/metrics/mean_of_scores.h"
#include "nn/training/class_labels.h"
#include "ops/nn/nn.h"

namespace pelton::metrics {

// 1 where the class with the largest score, the first of equals, is the label. Raises
// invalid_argument unless there is one label per row of scores.
class SparseCategoricalAccuracy : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "SparseCategoricalAccuracy";
  static constexpr const char* kFunction = "sparse_categorical_accuracy";

  explicit SparseCategoricalAccuracy(const Config& config = {}) : MeanOfScores(config, kFunction) {}
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    const std::vector<int64_t> labels = labels_of_rows(kFunction, y_true, y_pred);
    return {matches(labels, argmax_rows(kFunction, y_pred), y_pred), {}};
  }
  // Undefined for what score() refuses or converts.
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override {
    if (!has_class_scores(y_pred) || is_complex(y_true.dtype())) return {};
    const Tensor labels = class_labels(y_true, y_pred);
    return labels.shape() == shape_of_rows(y_pred) ? sparse_categorical_correct(labels, y_pred)
                                                   : Tensor();
  }
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
