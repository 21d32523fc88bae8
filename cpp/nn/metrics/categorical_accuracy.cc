#include "nn/metrics/categorical_accuracy.h"

#include "nn/metrics/class_rows.h"

namespace pelton::metrics {

CategoricalAccuracy::CategoricalAccuracy(const Config& config) : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores CategoricalAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  check_one_hot(kFunction, y_true, y_pred);
  return {matches(argmax_rows(kFunction, y_true), argmax_rows(kFunction, y_pred), y_pred), {}};
}

}  // namespace pelton::metrics
