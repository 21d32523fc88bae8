// Owns the metric TopKCategoricalAccuracy: how often the one-hot target's class is among the k
// best.
#pragma once
#include "nn/metrics/class_rows.h"
#include "nn/metrics/mean_of_scores.h"
#include "nn/metrics/top_k_config.h"

namespace pelton::metrics {

// 1 where fewer than k classes score higher than the target's largest. Raises invalid_argument for
// unequal shapes.
class TopKCategoricalAccuracy : public MeanOfScores {
 public:
  using Config = TopKConfig;
  static constexpr const char* kClass = "TopKCategoricalAccuracy";
  static constexpr const char* kFunction = "top_k_categorical_accuracy";

  explicit TopKCategoricalAccuracy(const Config& config = {})
      : MeanOfScores(config, kFunction), config_(config) {
    config.check_k(kClass);
  }
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    check_one_hot(kFunction, y_true, y_pred);
    return {in_top_k(argmax_rows(kFunction, y_true), y_pred, config_.k), {}};
  }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return k_last(written(config_)); }

 private:
  Config config_;
};

}  // namespace pelton::metrics
