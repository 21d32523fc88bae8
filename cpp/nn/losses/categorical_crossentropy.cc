#include "nn/losses/categorical_crossentropy.h"

#include "nn/losses/probabilities.h"
#include "nn/training/logits.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton::losses {
namespace {

// `x` with `axis` moved to the end, where the fused op wants the classes.
Tensor classes_last(const Tensor& x, int64_t axis) {
  if (axis == x.rank() - 1) return x;
  Axes perm;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != axis) perm.push_back(i);
  perm.push_back(axis);
  return transpose(x, {.perm = perm});
}

Tensor from_probabilities(const Tensor& target, const Tensor& output, int64_t axis) {
  const Tensor total = reduce_sum(output, {.axis = Axes{axis}, .keepdims = true});
  const Tensor p = clip_probabilities(divide(output, total));
  return negative(reduce_sum(multiply(target, log(p)), {.axis = Axes{axis}}));
}

}  // namespace

CategoricalCrossentropy::CategoricalCrossentropy(const Config& config)
    : Loss(config, kFunction), config_(config) {
  check_label_smoothing(kClass, config.label_smoothing);
}

Loss::Values CategoricalCrossentropy::call(const Tensor& y_true, const Tensor& y_pred) {
  check(y_pred.rank() >= 1 && y_true.rank() >= 1, Code::value_error, kFunction,
        ": Arguments `target` and `output` must be at least rank 1. Received: target.shape=",
        y_true.shape(), ", output.shape=", y_pred.shape());
  Tensor target = y_true.dtype() == y_pred.dtype() ? y_true : cast(y_true, y_pred.dtype());
  check_same_shape(kFunction, target, y_pred);
  const int64_t axis = normalize_axis(config_.axis, y_pred.rank());
  const double classes = static_cast<double>(std::max<int64_t>(target.shape().back(), 1));
  target = smooth_labels(target, config_.label_smoothing, config_.label_smoothing / classes);
  const Tensor logits = logits_of(y_pred, config_.from_logits, kFunction, "Softmax");
  if (!logits.defined()) return {from_probabilities(target, y_pred, axis), {}};
  return {softmax_cross_entropy(classes_last(target, axis), classes_last(logits, axis)), {}};
}

}  // namespace pelton::losses
