#include "nn/losses/mean_absolute_error.h"

#include "nn/losses/mean_of_errors.h"
#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton::losses {

MeanAbsoluteError::MeanAbsoluteError(const Config& config) : Loss(config, kFunction) {}

Loss::Values MeanAbsoluteError::call(const Tensor& y_true, const Tensor& y_pred) {
  Tensor target = y_true.dtype() == y_pred.dtype() ? y_true : cast(y_true, y_pred.dtype());
  target = signed_numbers(target);
  Tensor prediction = signed_numbers(y_pred);
  match_rank(target, prediction);
  return {mean_of_errors(abs(subtract(prediction, target))), {}};
}

}  // namespace pelton::losses
