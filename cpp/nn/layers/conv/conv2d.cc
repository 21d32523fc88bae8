// Owns what Conv2D checks and computes.
#include "nn/layers/conv/conv2d.h"

#include "nn/activations/activations.h"
#include "ops/nn/nn.h"
#include "runtime/dispatch/watched.h"

namespace pelton {

namespace {

std::string text(const Pair& pair) { return to_text(FieldType<Pair>::write(pair)); }

void check_config(const Conv2DConfig& config, const std::string& owner) {
  const auto demand = [&](bool ok, const auto&... parts) {
    if (!ok) raise(Code::value_error, parts..., " [", owner, "]");
  };
  demand(config.filters > 0,
         "Invalid value for argument `filters`. Expected a strictly positive "
         "value. Received filters=",
         config.filters, ".");
  demand(config.groups > 0,
         "The number of groups must be a positive integer. Received: groups=", config.groups, ".");
  demand(
      config.filters % std::max<int64_t>(config.groups, 1) == 0,
      "The number of filters must be evenly divisible by the number of groups. Received: groups=",
      config.groups, ", filters=", config.filters, ".");
  const auto check_pair = [&](const Pair& pair, const char* name) {
    FieldType<Pair>::parse(FieldType<Pair>::write(pair), {owner, name});
  };
  check_pair(config.kernel_size, "kernel_size");
  check_pair(config.strides, "strides");
  check_pair(config.dilation_rate, "dilation_rate");
  demand(config.strides == Pair{} || config.dilation_rate == Pair{},
         "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides=",
         text(config.strides), " and dilation_rate=", text(config.dilation_rate));
}

}  // namespace

Conv2D::Conv2D(Conv2DConfig config, LayerOptions options)
    : KernelLayer(kClassName, config, std::move(options)),
      is_relu_(activations::is_relu(config.activation)) {
  check_config(config_, class_name());
  set_input_spec({.min_ndim = 4});
}

void Conv2D::config_changed() { is_relu_ = activations::is_relu(config_.activation); }

Window Conv2D::window() const {
  return {config_.kernel_size, config_.strides, config_.padding, config_.dilation_rate};
}

Shape Conv2D::kernel_shape(const Shape& input_shape) const {
  const int64_t channels = input_shape[channel_axis(config_.data_format)];
  return {config_.kernel_size.height, config_.kernel_size.width, channels / config_.groups,
          config_.filters};
}

void Conv2D::build(const Shape& input_shape) {
  InputSpec{.min_ndim = 4}.check(input_shape, name());
  const size_t axis = channel_axis(config_.data_format);
  const int64_t channels = input_shape[axis];
  if (channels < 0)
    raise(Code::value_error, "The channel dimension of the inputs should be defined. Received: ",
          "input_shape=", shape_text(input_shape), " [", class_name(), "]");
  if (channels % config_.groups != 0)
    raise(Code::value_error,
          "The number of input channels must be evenly divisible by the number of groups. Received "
          "groups=",
          config_.groups, ", but the input has ", channels, " channels (full input shape is ",
          shape_text(input_shape), "). [", class_name(), "]");
  compute_output_shape(input_shape);
  make_weights(kernel_shape(input_shape));
  const int64_t spec_axis = config_.data_format == DataFormat::channels_last ? -1 : 1;
  set_input_spec({.min_ndim = 4, .axes = {{spec_axis, channels}}});
}

Tensor Conv2D::call(const Tensor& input, bool) {
  const Tensor kernel = read(kernel_);
  check(input.dtype() == kernel.dtype(), Code::value_error, class_name(), " '", name(),
        "': the input has dtype ", input.dtype(), " and the kernel ", kernel.dtype(),
        "; cast the input first, for example with a Rescaling layer.");
  const Tensor x = to_channels_last(input, config_.data_format);
  if (fuses(x)) return from_channels_last(fused(x, kernel), config_.data_format);
  Tensor y = conv2d(x, kernel, attrs());
  if (bias_) y = bias_add(y, read(bias_));
  return from_channels_last(activate(config_.activation, y), config_.data_format);
}

Conv2dAttrs Conv2D::attrs() const {
  return {.strides = axes_of(config_.strides),
          .padding = padding_of(config_.padding),
          .dilations = axes_of(config_.dilation_rate)};
}

// Convolution, bias and relu in one pass where nobody watches the ops one by one; a Program's
// passes fuse what is recorded.
bool Conv2D::fuses(const Tensor& x) const {
  return bias_ && (is_relu_ || !config_.activation) && x.device().type == DeviceType::cpu &&
         !is_watched();
}

Tensor Conv2D::fused(const Tensor& x, const Tensor& kernel) const {
  const Conv2dAttrs conv = attrs();
  FusedConv2dAttrs fused;
  fused.strides = conv.strides;
  fused.padding = conv.padding;
  fused.dilations = conv.dilations;
  if (is_relu_) fused.activation = FusedActivation::relu;
  return fused_conv2d(x, kernel, read(bias_), fused).tensors[0];
}

Shape Conv2D::compute_output_shape(const Shape& input_shape) {
  InputSpec{.min_ndim = 4}.check(input_shape, name());
  input_spec().check(input_shape, name());
  Shape shape = slide(input_shape, window(), config_.data_format);
  shape[channel_axis(config_.data_format)] = config_.filters;
  for (int64_t size : shape)
    if (size == 0 && input_shape[0] != 0)
      raise(Code::value_error,
            "Computed output size would be zero or negative. Received `inputs shape=",
            shape_text(input_shape), "`, `kernel shape=", kernel_shape(input_shape),
            "`, `dilation_rate=[", config_.dilation_rate.height, " ", config_.dilation_rate.width,
            "]`, `strides=", text(config_.strides),
            "`, `padding=", enum_names<WindowPadding>[static_cast<size_t>(config_.padding)], "`. [",
            class_name(), "]");
  return shape;
}

}  // namespace pelton
