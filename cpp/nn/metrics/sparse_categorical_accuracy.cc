#include "nn/metrics/sparse_categorical_accuracy.h"

#include "nn/metrics/class_rows.h"

namespace pelton::metrics {

SparseCategoricalAccuracy::SparseCategoricalAccuracy(const Config& config)
    : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores SparseCategoricalAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  const std::vector<int64_t> labels = labels_of_rows(kFunction, y_true, y_pred);
  return {matches(labels, argmax_rows(kFunction, y_pred), y_pred), {}};
}

}  // namespace pelton::metrics
