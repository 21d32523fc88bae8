#include "nn/metrics/mean_squared_error.h"

namespace pelton::metrics {

MeanSquaredError::MeanSquaredError(const Config& config) : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores MeanSquaredError::score(const Tensor& y_true, const Tensor& y_pred) {
  const Loss::Values values = loss_.call(y_true, y_pred);
  return {values.values, values.mask};
}

}  // namespace pelton::metrics
