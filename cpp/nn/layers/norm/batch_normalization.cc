// Owns what BatchNormalization checks and computes.
#include "nn/layers/norm/batch_normalization.h"

#include <cmath>

#include "nn/config/dtype_policy.h"
#include "nn/module/argument_note.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "runtime/dispatch/context.h"

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

// The input's mask as booleans of the input's shape. Raises value_error for one of another rank.
Tensor keep_of(const Tensor& input) {
  const Tensor mask = input.mask();
  check(mask.rank() == input.rank() - 1, Code::value_error,
        "The mask provided should be one dimension less than the inputs. Received: mask.shape=",
        shape_text(without_names(mask.shape())),
        ", inputs.shape=", shape_text(without_names(input.shape())));
  const Tensor keep = expand_dims(cast(mask, DType::boolean), {.axis = -1});
  return logical_and(keep, ones_like(cast(input, DType::boolean)));
}

// Of a batch, without a gradient.
Tensor deviation_of(const Tensor& variance, double epsilon) {
  return sqrt(add(stop_gradient(variance), scalar(epsilon, variance.dtype())));
}

}  // namespace

RenormClipping FieldType<RenormClipping>::parse(const Value& value, const FieldSite& site) {
  RenormClipping out{.given = value};
  if (value.is_none()) return out;
  const Dict* given = value.get_if<Dict>();
  if (given == nullptr) raise_bad_field(site, "a dict", value);
  for (const auto& [key, limit] : *given) {
    std::optional<double>* place = key == "rmax"   ? &out.rmax
                                   : key == "rmin" ? &out.rmin
                                   : key == "dmax" ? &out.dmax
                                                   : nullptr;
    check(place != nullptr, Code::value_error,
          "Received invalid keys for `renorm_clipping` argument: ", value,
          ". Supported values: ['rmax', 'rmin', 'dmax']. [", site.owner, "]");
    *place = FieldType<std::optional<double>>::parse(limit, site);
  }
  check(!out.rmax || !out.rmin || *out.rmax >= *out.rmin, Code::value_error,
        "rmax should be greater than rmin in the `renorm_clipping` argument. Received: ", value,
        " [", site.owner, "]");
  check(!out.dmax || *out.dmax >= 0, Code::value_error,
        "dmax should be non-negative in the `renorm_clipping` argument. Received: ", value, " [",
        site.owner, "]");
  return out;
}

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
                       const RegularizerPtr& regularizer, const ConstraintPtr& constraint,
                       bool trainable) {
    return add_weight({.name = weight,
                       .shape = {channels},
                       .initializer = initializer,
                       .regularizer = regularizer,
                       .constraint = constraint,
                       .trainable = trainable});
  };
  if (config_.scale)
    gamma_ = add("gamma", config_.gamma_initializer, config_.gamma_regularizer,
                 config_.gamma_constraint, true);
  if (config_.center)
    beta_ = add("beta", config_.beta_initializer, config_.beta_regularizer, config_.beta_constraint,
                true);
  moving_mean_ = add("moving_mean", config_.moving_mean_initializer, nullptr, nullptr, false);
  moving_variance_ =
      add("moving_variance", config_.moving_variance_initializer, nullptr, nullptr, false);
  if (config_.renorm) build_renorm(channels);
  set_input_spec({.ndim = rank, .axes = {{config_.axis, channels}}});
}

void BatchNormalization::build_renorm(int64_t channels) {
  const auto add = [&](const char* weight, const InitializerPtr& initializer) {
    return add_weight(
        {.name = weight, .shape = {channels}, .initializer = initializer, .trainable = false});
  };
  moving_stddev_ = add("moving_stddev", config_.moving_variance_initializer);
  renorm_mean_ = add("renorm_mean", config_.moving_mean_initializer);
  renorm_stddev_ = add("renorm_stddev", config_.moving_variance_initializer);
  const PauseObservers unseen;
  for (const VariableRef& deviation : {moving_stddev_, renorm_stddev_})
    deviation->assign(sqrt(deviation->untaped_value()));
}

Tensor BatchNormalization::call(const Tensor& input, bool training) {
  const int64_t last = input.rank() - 1;
  const int64_t axis = normalize_axis(config_.axis, input.rank());
  const Axes permutation = exchange_with_last(axis, input.rank());
  Tensor x = axis == last ? input : transpose(input, {.perm = permutation});
  if (is_half(x.dtype()) || !is_floating(x.dtype())) x = cast(x, DType::float32);
  Tensor keep = input.has_mask() ? keep_of(input) : Tensor();
  if (keep.defined() && axis != last) keep = transpose(keep, {.perm = permutation});
  Tensor y = normalize(x, keep, training && trainable());
  if (axis != last) y = transpose(y, {.perm = permutation});
  return y.dtype() == compute_dtype() ? y : cast(y, compute_dtype());
}

Tensor BatchNormalization::normalize(const Tensor& x, const Tensor& keep, bool training) {
  const auto in_dtype_of_x = [&](const VariableRef& variable) {
    const Tensor value = made(variable).read();
    return value.dtype() == x.dtype() ? value : cast(value, x.dtype());
  };
  const Shape channels{x.shape().back()};
  const Tensor gamma = config_.scale ? in_dtype_of_x(gamma_) : ones(channels, x.dtype());
  const Tensor beta = config_.center ? in_dtype_of_x(beta_) : zeros(channels, x.dtype());
  const BatchNormAttrs attrs{.epsilon = config_.epsilon};
  if (!training)
    return batch_norm_infer(x, in_dtype_of_x(moving_mean_), in_dtype_of_x(moving_variance_), gamma,
                            beta, attrs);
  if (keep.defined()) return normalize_masked(x, keep, gamma, beta);
  if (!config_.renorm) {
    const Outputs outputs = batch_norm_train(x, gamma, beta, attrs);
    move_averages(outputs.tensors[1], outputs.tensors[2]);
    return outputs.tensors[0];
  }
  const Outputs plain =
      batch_norm_train(x, ones(channels, x.dtype()), zeros(channels, x.dtype()), attrs);
  const Tensor &mean = plain.tensors[1], &variance = plain.tensors[2];
  const auto [factor, offset] = renormed(mean, variance, gamma, beta);
  move_averages(mean, variance);
  return add(multiply(plain.tensors[0], factor), offset);
}

std::pair<Tensor, Tensor> BatchNormalization::renormed(const Tensor& mean, const Tensor& variance,
                                                       const Tensor& gamma,
                                                       const Tensor& beta) const {
  const DType dtype = mean.dtype();
  const auto number = [&](double value) { return scalar(value, dtype); };
  const Tensor deviation = deviation_of(variance, config_.epsilon);
  const Tensor running = maximum(cast(made(renorm_stddev_).untaped_value(), dtype),
                                 number(std::sqrt(config_.epsilon)));
  Tensor r = divide(deviation, running);
  const Tensor running_mean = cast(made(renorm_mean_).untaped_value(), dtype);
  Tensor d = divide(subtract(stop_gradient(mean), running_mean), running);
  const RenormClipping& limits = config_.renorm_clipping;
  if (limits.rmin) r = maximum(r, number(*limits.rmin));
  if (limits.rmax) r = minimum(r, number(*limits.rmax));
  if (limits.dmax) d = minimum(maximum(d, number(-*limits.dmax)), number(*limits.dmax));
  return {multiply(stop_gradient(r), gamma), add(multiply(stop_gradient(d), gamma), beta)};
}

Tensor BatchNormalization::normalize_masked(const Tensor& x, const Tensor& keep,
                                            const Tensor& gamma, const Tensor& beta) {
  const auto number = [&](double value) { return scalar(value, x.dtype()); };
  Axes rows;
  for (int64_t i = 0; i + 1 < x.rank(); ++i) rows.push_back(i);
  const Tensor count =
      add(reduce_sum(cast(keep, x.dtype()), {.axis = rows}), number(pelton::epsilon()));
  const auto mean_of = [&](const Tensor& values) {
    return divide(reduce_sum(where(keep, values, number(0)), {.axis = rows}), count);
  };
  const Tensor mean = mean_of(x);
  const Tensor difference = subtract(x, mean);
  const Tensor variance = mean_of(square(difference));
  const auto [scale, offset] =
      config_.renorm ? renormed(mean, variance, gamma, beta) : std::pair(gamma, beta);
  move_averages(mean, variance);
  const Tensor factor = multiply(rsqrt(add(variance, number(config_.epsilon))), scale);
  return add(multiply(difference, factor), offset);
}

Tensor BatchNormalization::move(const VariableRef& average, const Tensor& batch,
                                double momentum) const {
  const DType dtype = made(average).dtype();
  // Without a gradient, so that a tape keeps nothing of this.
  const Tensor fresh = cast(stop_gradient(batch), dtype);
  const Tensor kept = multiply(average->untaped_value(), scalar(momentum, dtype));
  Tensor moved = add(kept, multiply(fresh, scalar(1 - momentum, dtype)));
  average->assign(moved);
  return moved;
}

void BatchNormalization::move_averages(const Tensor& mean, const Tensor& variance) {
  move(moving_mean_, mean, config_.momentum);
  if (!config_.renorm) {
    move(moving_variance_, variance, config_.momentum);
    return;
  }
  const Tensor deviation = deviation_of(variance, config_.epsilon);
  move(renorm_mean_, mean, config_.renorm_momentum);
  move(renorm_stddev_, deviation, config_.renorm_momentum);
  const Tensor moved = move(moving_stddev_, deviation, config_.momentum);
  const Tensor epsilon = scalar(config_.epsilon, moved.dtype());
  moving_variance_->assign(
      cast(relu(subtract(square(moved), epsilon)), made(moving_variance_).dtype()));
}

std::string BatchNormalization::argument_note(std::optional<bool> training) const {
  return training_note(training);
}

}  // namespace pelton
