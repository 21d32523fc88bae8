#include "nn/losses/sparse_categorical_crossentropy.h"

#include "nn/losses/probabilities.h"
#include "nn/training/class_labels.h"
#include "nn/training/logits.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton::losses {
namespace {

constexpr const char* kName = SparseCategoricalCrossentropy::kFunction;

void check_shapes(const Tensor& labels, const Tensor& y_pred) {
  const Shape &target = labels.shape(), &output = y_pred.shape();
  check(labels.rank() + 1 == y_pred.rank(), Code::value_error, kName,
        ": Argument `output` must have rank (ndim) `target.ndim - 1`. Received: target.shape=",
        target, ", output.shape=", output);
  check(std::equal(target.begin(), target.end(), output.begin(),
                   [](int64_t a, int64_t b) { return may_equal(a, b); }),
        Code::value_error, kName,
        ": Arguments `target` and `output` must have the same shape up until the last dimension: "
        "target.shape=",
        target, ", output.shape=", output);
}

}  // namespace

SparseCategoricalCrossentropy::SparseCategoricalCrossentropy(const Config& config)
    : Loss(config, kFunction), config_(config) {}

Dict SparseCategoricalCrossentropy::get_config() const {
  Dict config = written(config_);
  config.take("axis");  // not in Keras's config
  return config;
}

Loss::Values SparseCategoricalCrossentropy::call(const Tensor& y_true, const Tensor& y_pred) {
  check(y_pred.rank() >= 1, Code::value_error, kName,
        ": Argument `output` must be at least rank 1. Received: output.shape=", y_pred.shape());
  check(config_.axis == -1 || config_.axis == y_pred.rank() - 1, Code::value_error, kName,
        ": Only axis=-1 is currently supported. Received: axis=", config_.axis);
  const Tensor labels = class_labels(y_true, y_pred);
  check_shapes(labels, y_pred);
  if (config_.ignore_class) return call_ignoring(labels, y_pred);
  return {cross_entropy(labels, y_pred), {}};
}

Tensor SparseCategoricalCrossentropy::cross_entropy(const Tensor& labels,
                                                    const Tensor& y_pred) const {
  Tensor logits = logits_of(y_pred, config_.from_logits, kName, "Softmax");
  if (!logits.defined()) logits = log(clip_probabilities(y_pred));
  return sparse_softmax_cross_entropy(labels, logits);
}

Loss::Values SparseCategoricalCrossentropy::call_ignoring(Tensor labels,
                                                          const Tensor& y_pred) const {
  const Tensor valid =
      not_equal(labels, scalar(static_cast<double>(*config_.ignore_class), labels.dtype()));
  labels = where(valid, labels, scalar(0.0, labels.dtype()));
  const Tensor zero = scalar(0.0, y_pred.dtype());
  const Tensor values =
      cross_entropy(labels, where(expand_dims(valid, {.axis = -1}), y_pred, zero));
  return {where(valid, values, zero), valid};
}

}  // namespace pelton::losses
