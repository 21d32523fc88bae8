// Owns the metric SparseTopKCategoricalAccuracy: how often the label is among the k best classes.
#pragma once
#include "nn/metrics/class_rows.h"
#include "nn/metrics/mean_of_scores.h"
#include "nn/metrics/top_k_config.h"

namespace pelton::metrics {

// 1 where fewer than k classes score higher than the label's. Raises invalid_argument unless there
// is one label per row of scores.
class SparseTopKCategoricalAccuracy : public MeanOfScores {
 public:
  using Config = TopKConfig;
  static constexpr const char* kClass = "SparseTopKCategoricalAccuracy";
  static constexpr const char* kFunction = "sparse_top_k_categorical_accuracy";

  explicit SparseTopKCategoricalAccuracy(const Config& config = {})
      : MeanOfScores(config, kFunction), config_(config) {
    config.check_k(kClass);
  }
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    const std::vector<int64_t> labels = labels_of_rows(kFunction, y_true, y_pred);
    check(y_pred.shape().back() > 0, kFunction, ": no classes in ", y_pred);
    return {in_top_k(labels, y_pred, config_.k), {}};
  }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return k_last(written(config_)); }

 private:
  Config config_;
};

}  // namespace pelton::metrics
