// Owns what LayerNormalization checks and computes.
#include "nn/layers/norm/layer_normalization.h"

#include <algorithm>

#include "kernels/common/axes.h"
#include "nn/training/warning.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {

namespace {

bool is_outside(int64_t axis, const Shape& shape) {
  const auto rank = static_cast<int64_t>(shape.size());
  return axis < -rank || axis >= rank;
}

// Axes 0 to rank - 1 with `last` moved behind the others.
Axes permutation_to_end(const Axes& last, int64_t rank) {
  Axes permutation;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (std::find(last.begin(), last.end(), axis) == last.end()) permutation.push_back(axis);
  for (const int64_t axis : last) permutation.push_back(axis);
  return permutation;
}

// `weight` in the dtype and shape that it is used in; its sizes come in the order of the sorted
// axes, negative ones first.
Tensor laid_out(const Variable& weight, DType dtype, const Shape& shape) {
  Tensor value = weight.read();
  if (value.dtype() != dtype) value = cast(value, dtype);
  return value.shape() == shape ? value : reshape(value, {.shape = shape});
}

}  // namespace

NormalizedAxes FieldType<NormalizedAxes>::parse(const Value& value, const FieldSite& site) {
  const List* list = value.get_if<List>();
  const auto is_integer = [](const Value& item) { return item.get_if<int64_t>() != nullptr; };
  check(list == nullptr ? is_integer(value) : std::ranges::all_of(list->items, is_integer),
        Code::type_error, "Expected an int or a list/tuple of ints for the argument '", site.name,
        "', but received: ", to_repr(value), " [", site.owner, "]");
  return {FieldType<Axes>::parse(value, site), list == nullptr};
}

Value FieldType<NormalizedAxes>::write(const NormalizedAxes& value) {
  if (value.is_single) return value.axes[0];
  List list;
  for (const int64_t axis : value.axes) list.items.push_back(axis);
  return list;
}

LayerNormalization::LayerNormalization(LayerNormalizationConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  set_supports_masking(true);
  const std::string owner = class_name();
  if (config_.axis.axes.empty())
    raise_bad_field({owner, "axis"}, "at least one axis",
                    FieldType<NormalizedAxes>::write(config_.axis));
  if (!(config_.epsilon >= 0)) raise_bad_field({owner, "epsilon"}, "a float >= 0", config_.epsilon);
  if (config_.rms_scaling)
    warn(
        "You passed `rms_scaling=True`, which is deprecated. This argument incorrectly scales the "
        "input by the variance, not the root mean square. To correctly use RMS Normalization, "
        "please use `keras.layers.RMSNormalization` instead.");
}

void LayerNormalization::check_axes(const Shape& input_shape) const {
  for (const int64_t axis : config_.axis.axes)
    check(!is_outside(axis, input_shape), Code::index_error, class_name(), " '", name(), "': axis ",
          axis, " is outside the input shape ", shape_text(input_shape));
}

void LayerNormalization::build(const Shape& input_shape) {
  check_axes(input_shape);
  Axes axes = config_.axis.axes;
  std::sort(axes.begin(), axes.end());
  Shape sizes;
  for (const int64_t axis : axes)
    sizes.push_back(input_shape[static_cast<size_t>(
        normalize_axis(axis, static_cast<int64_t>(input_shape.size())))]);
  const auto add = [&](const char* weight, const InitializerPtr& initializer,
                       const RegularizerPtr& regularizer, const ConstraintPtr& constraint) {
    return add_weight({.name = weight,
                       .shape = sizes,
                       .initializer = initializer,
                       .regularizer = regularizer,
                       .constraint = constraint});
  };
  if (has_gamma())
    gamma_ = add("gamma", config_.gamma_initializer, config_.gamma_regularizer,
                 config_.gamma_constraint);
  if (config_.center && !config_.rms_scaling)
    beta_ =
        add("beta", config_.beta_initializer, config_.beta_regularizer, config_.beta_constraint);
  config_.axis = {axes, false};
}

Tensor LayerNormalization::call(const Tensor& input, bool) {
  check_axes(input.shape());
  Axes axes;
  for (const int64_t axis : config_.axis.axes) axes.push_back(normalize_axis(axis, input.rank()));
  std::sort(axes.begin(), axes.end());
  const int64_t* const twice = std::adjacent_find(axes.begin(), axes.end());
  check(twice == axes.end(), "Invalid reduction arguments: Axes contains duplicate dimension: ",
        twice == axes.end() ? 0 : *twice);
  Shape sizes;
  for (const int64_t axis : axes) sizes.push_back(input.shape()[static_cast<size_t>(axis)]);
  const Axes permutation = permutation_to_end(axes, input.rank());
  const bool is_in_place = std::is_sorted(permutation.begin(), permutation.end());
  Tensor x = is_floating(input.dtype()) ? input : cast(input, DType::float32);
  if (!is_in_place) x = transpose(x, {.perm = permutation});
  Tensor y = normalize(x, sizes);
  if (!is_in_place) y = transpose(y, {.perm = inverse_permutation(permutation)});
  // Keras gives the result the input's dtype first, which truncates that of integers.
  if (y.dtype() != input.dtype()) y = cast(y, input.dtype());
  return y.dtype() == compute_dtype() ? y : cast(y, compute_dtype());
}

Tensor LayerNormalization::normalize(const Tensor& x, const Shape& sizes) const {
  const DType dtype = x.dtype() == DType::float64 ? DType::float64 : DType::float32;
  const Tensor gamma = has_gamma() ? laid_out(made(gamma_), dtype, sizes) : ones(sizes, dtype);
  if (!config_.rms_scaling) {
    const Tensor beta = config_.center ? laid_out(made(beta_), dtype, sizes) : zeros(sizes, dtype);
    return layer_norm(x, gamma, beta, {.epsilon = config_.epsilon});
  }
  Axes axes;
  for (size_t i = 0; i < sizes.size(); ++i) axes.push_back(-1 - static_cast<int64_t>(i));
  const Tensor wide = x.dtype() == dtype ? x : cast(x, dtype);
  const Tensor variance = reduce_variance(wide, {.axis = axes, .keepdims = true});
  const Tensor rate = rsqrt(add(variance, scalar(config_.epsilon, dtype)));
  return multiply(multiply(wide, rate), gamma);
}

Shape LayerNormalization::compute_output_shape(const Shape& input_shape) {
  for (const int64_t axis : config_.axis.axes)
    check(!is_outside(axis, input_shape), Code::value_error, "Axis ", axis,
          " is out of bounds for input shape ", shape_text(input_shape),
          ". Received: axis=", FieldType<NormalizedAxes>::write(config_.axis), " [", class_name(),
          "]");
  return input_shape;
}

}  // namespace pelton
