#include "nn/metrics/mean_absolute_error.h"

namespace pelton::metrics {

MeanAbsoluteError::MeanAbsoluteError(const Config& config) : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores MeanAbsoluteError::score(const Tensor& y_true, const Tensor& y_pred) {
  const Loss::Values values = loss_.call(y_true, y_pred);
  return {values.values, values.mask};
}

}  // namespace pelton::metrics
