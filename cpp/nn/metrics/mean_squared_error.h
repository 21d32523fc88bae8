// Owns the metric MeanSquaredError: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/mean_squared_error.h"
#include "nn/metrics/mean_of_loss.h"

namespace pelton::metrics {

using MeanSquaredError = MeanOfLoss<losses::MeanSquaredError>;

}  // namespace pelton::metrics
