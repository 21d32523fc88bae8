#include "nn/metrics/top_k_categorical_accuracy.h"

#include "nn/metrics/class_rows.h"

namespace pelton::metrics {

TopKCategoricalAccuracy::TopKCategoricalAccuracy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config) {
  config.check_k(kClass);
}

MeanOfScores::Scores TopKCategoricalAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  check_one_hot(kFunction, y_true, y_pred);
  return {in_top_k(argmax_rows(kFunction, y_true), y_pred, config_.k), {}};
}

}  // namespace pelton::metrics
