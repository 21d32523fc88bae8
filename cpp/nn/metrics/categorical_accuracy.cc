#include "nn/metrics/categorical_accuracy.h"

#include "nn/metrics/class_rows.h"
#include "ops/array/array.h"
#include "ops/nn/nn.h"

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
  if (y_true.dtype() == y_pred.dtype()) return categorical_correct(y_true, y_pred);
  // float64 holds the values, and the order, of both.
  return categorical_correct(cast(y_true, DType::float64), cast(y_pred, DType::float64));
}

}  // namespace pelton::metrics
