// Owns the metric MeanAbsoluteError: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/mean_absolute_error.h"
#include "nn/metrics/mean_of_loss.h"

namespace pelton::metrics {

using MeanAbsoluteError = MeanOfLoss<losses::MeanAbsoluteError>;

}  // namespace pelton::metrics
