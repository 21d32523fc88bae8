// Owns what Conv1D, Conv2D and Conv3D check and compute.
#include "nn/layers/conv/conv.h"

#include "nn/activations/activations.h"
#include "nn/layers/conv/conv_checks.h"
#include "ops/nn/nn.h"
#include "runtime/dispatch/watched.h"

namespace pelton {

template <size_t kAxes>
Conv<kAxes>::Conv(Config config, LayerOptions options)
    : AdaptableLayer<Config>(kClassName, config, std::move(options)),
      is_relu_(activations::is_relu(config.activation)) {
  const std::string owner = this->class_name();
  check_above_0("filters", config.filters, owner);
  check(config.groups > 0, Code::value_error,
        "The number of groups must be a positive integer. Received: groups=", config.groups, ". [",
        owner, "]");
  check(config.filters % config.groups == 0, Code::value_error,
        "The number of filters must be evenly divisible by the number of groups. Received: groups=",
        config.groups, ", filters=", config.filters, ". [", owner, "]");
  check_window(window(), false, owner);
  this->set_input_spec({.min_ndim = kAxes + 2});
}

template <size_t kAxes>
void Conv<kAxes>::config_changed() {
  is_relu_ = activations::is_relu(this->config_.activation);
}

template <size_t kAxes>
Window Conv<kAxes>::window() const {
  const Config& c = this->config_;
  return {axes_of(c.kernel_size), axes_of(c.strides), c.padding, axes_of(c.dilation_rate)};
}

template <size_t kAxes>
Shape Conv<kAxes>::kernel_shape(const Shape& input_shape) const {
  const Config& c = this->config_;
  Shape shape = axes_of(c.kernel_size);
  shape.push_back(input_shape[channel_axis(c.data_format, kAxes + 2)] / c.groups);
  shape.push_back(c.filters);
  return shape;
}

template <size_t kAxes>
void Conv<kAxes>::build(const Shape& input_shape) {
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  const Config& c = this->config_;
  const int64_t channels =
      defined_channels(input_shape, c.data_format, c.groups, this->class_name());
  Conv::compute_output_shape(input_shape);
  this->make_adaptable_weights(kernel_shape(input_shape));
  const int64_t spec_axis = c.data_format == DataFormat::channels_last ? -1 : 1;
  this->set_input_spec({.min_ndim = kAxes + 2, .axes = {{spec_axis, channels}}});
}

template <size_t kAxes>
Tensor Conv<kAxes>::call(const Tensor& input, bool) {
  const DataFormat format = this->config_.data_format;
  const Tensor kernel = this->read_kernel();
  check_dtypes(input, kernel, this->class_name(), this->name());
  const Tensor x = to_channels_last(input, format);
  if constexpr (kAxes == 1) {
    const Tensor lines = expand_dims(x, {.axis = 1});
    const Tensor y = over_image(lines, expand_dims(kernel, {.axis = 0}));
    return from_channels_last(squeeze(y, {.axis = Axes{1}}), format);
  } else {
    return from_channels_last(over_image(x, kernel), format);
  }
}

// Convolution, bias and activation; a sequence is an image of height 1 meanwhile.
template <size_t kAxes>
Tensor Conv<kAxes>::over_image(const Tensor& x, const Tensor& kernel) const {
  Tensor y;
  if constexpr (kAxes == 3) {
    const Window w = window();
    y = convolution(
        x, kernel,
        {.strides = w.strides, .padding = padding_of(w.padding), .dilations = w.dilation});
  } else if (fuses(x)) {
    const Conv2dAttrs conv = image_attrs();
    FusedConv2dAttrs fused;
    fused.strides = conv.strides;
    fused.padding = conv.padding;
    fused.dilations = conv.dilations;
    fused.explicit_paddings = conv.explicit_paddings;
    if (is_relu_) fused.activation = FusedActivation::relu;
    return fused_conv2d(x, kernel, this->read(this->bias_), fused).tensors[0];
  } else {
    y = conv2d(x, kernel, image_attrs());
  }
  if (this->bias_) y = bias_add(y, this->read(this->bias_));
  return activate(this->config_.activation, y);
}

template <size_t kAxes>
Conv2dAttrs Conv<kAxes>::image_attrs() const {
  const Window w = window();
  if (kAxes == 2)
    return {.strides = w.strides, .padding = padding_of(w.padding), .dilations = w.dilation};
  Conv2dAttrs attrs{.strides = {1, w.strides[0]}, .dilations = {1, w.dilation[0]}};
  if (w.padding != WindowPadding::causal) {
    attrs.padding = padding_of(w.padding);
  } else {
    attrs.padding = Padding::explicit_sizes;
    attrs.explicit_paddings = {0, 0, checked_multiply(w.dilation[0], w.size[0] - 1), 0};
  }
  return attrs;
}

// Convolution, bias and relu in one pass where nobody watches the ops one by one; a Program's
// passes fuse what is recorded.
template <size_t kAxes>
bool Conv<kAxes>::fuses(const Tensor& x) const {
  return this->bias_ && (is_relu_ || !this->config_.activation) &&
         x.device().type == DeviceType::cpu && !is_watched();
}

template <size_t kAxes>
Shape Conv<kAxes>::compute_output_shape(const Shape& input_shape) {
  const Config& c = this->config_;
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  this->input_spec().check(input_shape, this->name());
  Shape shape = slide(input_shape, window(), c.data_format);
  shape[channel_axis(c.data_format, shape.size())] = c.filters;
  check_output(shape, input_shape, kernel_shape(input_shape), window(), this->class_name());
  return shape;
}

template class Conv<1>;
template class Conv<2>;
template class Conv<3>;

}  // namespace pelton
