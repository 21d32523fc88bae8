#include "nn/metrics/root_mean_squared_error.h"

#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"

namespace pelton::metrics {

RootMeanSquaredError::RootMeanSquaredError(const Config& config) : Mean(config, kFunction) {}

void RootMeanSquaredError::update_state(const Tensor& y_true, const Tensor& y_pred,
                                        const Tensor& sample_weight) {
  PauseObservers pause;
  update(RootMeanSquaredError::batch_scores(y_true, y_pred), sample_weight);
}

Tensor RootMeanSquaredError::batch_scores(const Tensor& y_true, const Tensor& y_pred) {
  Tensor target = cast(y_true, dtype()), output = cast(y_pred, dtype());
  match_rank(target, output);
  return squared_difference(target, output);
}

Tensor RootMeanSquaredError::result() { return sqrt(mean()); }

}  // namespace pelton::metrics
