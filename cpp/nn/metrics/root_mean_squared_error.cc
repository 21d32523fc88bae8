#include "nn/metrics/root_mean_squared_error.h"

#include <cmath>

#include "nn/match_rank.h"
#include "ops/ops.h"
#include "runtime/context.h"

namespace pelton::metrics {

RootMeanSquaredError::RootMeanSquaredError(const Config& config) : Mean(config, kFunction) {}

void RootMeanSquaredError::update_state(const Tensor& y_true, const Tensor& y_pred,
                                        const Tensor& sample_weight) {
  PauseObservers pause;
  Tensor target = cast(y_true, dtype()), output = cast(y_pred, dtype());
  match_rank(target, output);
  update(squared_difference(target, output), sample_weight);
}

Tensor RootMeanSquaredError::result() { return scalar(std::sqrt(mean()), dtype()); }

}  // namespace pelton::metrics
