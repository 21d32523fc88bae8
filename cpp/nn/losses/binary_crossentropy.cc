#include "nn/losses/binary_crossentropy.h"

#include "nn/losses/probabilities.h"
#include "nn/training/logits.h"
#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton::losses {
namespace {

Tensor from_probabilities(const Tensor& target, const Tensor& output) {
  const Tensor one = scalar(1.0, output.dtype());
  const Tensor p = clip_probabilities(output);
  const Tensor hit = multiply(target, log(p));
  const Tensor miss = multiply(subtract(one, target), log(subtract(one, p)));
  return negative(add(hit, miss));
}

}  // namespace

BinaryCrossentropy::BinaryCrossentropy(const Config& config)
    : Loss(config, kFunction), config_(config) {
  check_label_smoothing(kClass, config.label_smoothing);
}

Loss::Values BinaryCrossentropy::call(const Tensor& y_true, const Tensor& y_pred) {
  Tensor output = y_pred;
  Tensor target = y_true.dtype() == y_pred.dtype() ? y_true : cast(y_true, y_pred.dtype());
  match_rank(target, output);
  target = smooth_labels(target, config_.label_smoothing, 0.5 * config_.label_smoothing);
  check_same_shape(kFunction, target, output);
  const Tensor logits = logits_of(output, config_.from_logits, kFunction, "Sigmoid");
  const Tensor values =
      logits.defined() ? sigmoid_cross_entropy(target, logits) : from_probabilities(target, output);
  return {reduce_mean(values, {.axis = Axes{config_.axis}}), {}};
}

}  // namespace pelton::losses
