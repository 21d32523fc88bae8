#include "nn/metrics/sparse_top_k_categorical_accuracy.h"

#include "nn/metrics/class_rows.h"

namespace pelton::metrics {

SparseTopKCategoricalAccuracy::SparseTopKCategoricalAccuracy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config) {
  config.check_k(kClass);
}

MeanOfScores::Scores SparseTopKCategoricalAccuracy::score(const Tensor& y_true,
                                                          const Tensor& y_pred) {
  const std::vector<int64_t> labels = labels_of_rows(kFunction, y_true, y_pred);
  check(y_pred.shape().back() > 0, kFunction, ": no classes in ", y_pred);
  return {in_top_k(labels, y_pred, config_.k), {}};
}

}  // namespace pelton::metrics
