// Owns what BatchNormalization checks and computes.
#include "nn/layers/norm/batch_normalization.h"

#include "nn/module/argument_note.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {

namespace {

bool is_half(DType dtype) { return dtype == DType::float16 || dtype == DType::bfloat16; }

// The permutation that exchanges `axis` with the last one; its own inverse.
Axes exchange_with_last(int64_t axis, int64_t rank) {
  Axes permutation;
  for (int64_t i = 0; i < rank; ++i) permutation.push_back(i);
  std::swap(permutation[static_cast<size_t>(axis)], permutation[static_cast<size_t>(rank - 1)]);
  return permutation;
}

}  // namespace

BatchNormalization::BatchNormalization(BatchNormalizationConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  set_supports_masking(true);
  const std::string owner = class_name();
  if (!(config_.momentum >= 0 && config_.momentum <= 1))
    raise_bad_field({owner, "momentum"}, "a float between 0 and 1", config_.momentum);
  if (!(config_.epsilon >= 0)) raise_bad_field({owner, "epsilon"}, "a float >= 0", config_.epsilon);
}

void BatchNormalization::build(const Shape& input_shape) {
  const auto rank = static_cast<int64_t>(input_shape.size());
  check(config_.axis >= -rank && config_.axis < rank, Code::index_error, class_name(), " '", name(),
        "': axis ", config_.axis, " is outside the input shape ", shape_text(input_shape));
  const int64_t channels =
      input_shape[static_cast<size_t>(config_.axis < 0 ? config_.axis + rank : config_.axis)];
  const auto add = [&](const char* weight, const InitializerPtr& initializer,
                       const RegularizerPtr& regularizer, bool trainable) {
    return add_weight({.name = weight,
                       .shape = {channels},
                       .initializer = initializer,
                       .regularizer = regularizer,
                       .trainable = trainable});
  };
  if (config_.scale)
    gamma_ = add("gamma", config_.gamma_initializer, config_.gamma_regularizer, true);
  if (config_.center) beta_ = add("beta", config_.beta_initializer, config_.beta_regularizer, true);
  moving_mean_ = add("moving_mean", config_.moving_mean_initializer, nullptr, false);
  moving_variance_ = add("moving_variance", config_.moving_variance_initializer, nullptr, false);
  set_input_spec({.ndim = rank, .axes = {{config_.axis, channels}}});
}

Tensor BatchNormalization::call(const Tensor& input, bool training) {
  const int64_t last = input.rank() - 1;
  const int64_t axis = normalize_axis(config_.axis, input.rank());
  const Axes permutation = exchange_with_last(axis, input.rank());
  Tensor x = axis == last ? input : transpose(input, {.perm = permutation});
  if (is_half(x.dtype()) || !is_floating(x.dtype())) x = cast(x, DType::float32);
  Tensor y = normalize(x, training && trainable());
  if (axis != last) y = transpose(y, {.perm = permutation});
  return y.dtype() == compute_dtype() ? y : cast(y, compute_dtype());
}

Tensor BatchNormalization::normalize(const Tensor& x, bool training) {
  const auto in_dtype_of_x = [&](const VariableRef& variable) {
    const Tensor value = variable->read();
    return value.dtype() == x.dtype() ? value : cast(value, x.dtype());
  };
  const Shape channels{x.shape().back()};
  const Tensor gamma = gamma_ ? in_dtype_of_x(gamma_) : ones(channels, x.dtype());
  const Tensor beta = beta_ ? in_dtype_of_x(beta_) : zeros(channels, x.dtype());
  const BatchNormAttrs attrs{.epsilon = config_.epsilon};
  if (!training)
    return batch_norm_infer(x, in_dtype_of_x(moving_mean_), in_dtype_of_x(moving_variance_), gamma,
                            beta, attrs);
  const Outputs outputs = batch_norm_train(x, gamma, beta, attrs);
  move_averages(outputs.tensors[1], outputs.tensors[2]);
  return outputs.tensors[0];
}

void BatchNormalization::move_averages(const Tensor& mean, const Tensor& variance) {
  const auto move = [&](const VariableRef& average, const Tensor& batch) {
    const DType dtype = average->dtype();
    // Without a gradient, so that a tape keeps nothing of this.
    const Tensor fresh = cast(stop_gradient(batch), dtype);
    const Tensor kept = multiply(average->untaped_value(), scalar(config_.momentum, dtype));
    average->assign(add(kept, multiply(fresh, scalar(1 - config_.momentum, dtype))));
  };
  move(moving_mean_, mean);
  move(moving_variance_, variance);
}

std::string BatchNormalization::argument_note(std::optional<bool> training) const {
  return training_note(training) + "\n  • mask=None";
}

}  // namespace pelton
