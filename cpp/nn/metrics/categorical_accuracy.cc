#include "nn/metrics/categorical_accuracy.h"

#include "nn/metrics/class_rows.h"
#include "ops/ops.h"

namespace pelton::metrics {

CategoricalAccuracy::CategoricalAccuracy(const Config& config) : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores CategoricalAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  check_one_hot(kFunction, y_true, y_pred);
  return {matches(argmax_rows(kFunction, y_true), argmax_rows(kFunction, y_pred), y_pred), {}};
}

// Undefined for what score() refuses or converts.
Tensor CategoricalAccuracy::batch_scores(const Tensor& y_true, const Tensor& y_pred) {
  if (!has_class_scores(y_pred) || !has_class_scores(y_true) || y_true.shape() != y_pred.shape())
    return {};
  return sparse_categorical_hits(argmax(y_true, {.axis = -1}), y_pred);
}

}  // namespace pelton::metrics
