#include "nn/metrics/sparse_categorical_accuracy.h"

#include "nn/metrics/class_rows.h"
#include "nn/training/class_labels.h"
#include "ops/nn/nn.h"

namespace pelton::metrics {

SparseCategoricalAccuracy::SparseCategoricalAccuracy(const Config& config)
    : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores SparseCategoricalAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  const std::vector<int64_t> labels = labels_of_rows(kFunction, y_true, y_pred);
  return {matches(labels, argmax_rows(kFunction, y_pred), y_pred), {}};
}

// Undefined for what score() refuses or converts.
Tensor SparseCategoricalAccuracy::batch_scores(const Tensor& y_true, const Tensor& y_pred) {
  if (!has_class_scores(y_pred) || is_complex(y_true.dtype())) return {};
  const Tensor labels = class_labels(y_true, y_pred);
  return labels.shape() == shape_of_rows(y_pred) ? sparse_categorical_correct(labels, y_pred)
                                                 : Tensor();
}

}  // namespace pelton::metrics
