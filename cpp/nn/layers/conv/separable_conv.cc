// Owns what the separable convolutions check and compute.
#include "nn/layers/conv/separable_conv.h"

#include "nn/layers/conv/conv_checks.h"
#include "ops/nn/convolution.h"
#include "ops/nn/nn.h"

namespace pelton {

template <size_t kAxes>
SeparableConv<kAxes>::SeparableConv(Config config, LayerOptions options)
    : LayerOf<Config>(kClassName, config,
                      with_regularizer(std::move(options), config.activity_regularizer)) {
  check_above_0("depth_multiplier", config.depth_multiplier, this->class_name());
  check_above_0("filters", config.filters, this->class_name());
  check_window(window(), true, this->class_name());
  this->set_input_spec({.min_ndim = kAxes + 2});
}

template <size_t kAxes>
Window SeparableConv<kAxes>::window() const {
  const Config& c = this->config_;
  return {axes_of(c.kernel_size), axes_of(c.strides), c.padding, axes_of(c.dilation_rate)};
}

template <size_t kAxes>
void SeparableConv<kAxes>::build(const Shape& input_shape) {
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  const Config& c = this->config_;
  const int64_t channels = defined_channels(input_shape, c.data_format, 1, this->class_name());
  SeparableConv::compute_output_shape(input_shape);
  Shape depthwise = axes_of(c.kernel_size);
  depthwise.push_back(channels);
  depthwise.push_back(c.depth_multiplier);
  depthwise_kernel_ = this->add_weight({.name = "depthwise_kernel",
                                        .shape = depthwise,
                                        .initializer = c.depthwise_initializer,
                                        .regularizer = c.depthwise_regularizer,
                                        .constraint = c.depthwise_constraint});
  Shape pointwise(kAxes, 1);
  pointwise.push_back(checked_multiply(channels, c.depth_multiplier));
  pointwise.push_back(c.filters);
  pointwise_kernel_ = this->add_weight({.name = "pointwise_kernel",
                                        .shape = pointwise,
                                        .initializer = c.pointwise_initializer,
                                        .regularizer = c.pointwise_regularizer,
                                        .constraint = c.pointwise_constraint});
  if (c.use_bias)
    bias_ = this->add_weight({.name = "bias",
                              .shape = {c.filters},
                              .initializer = c.bias_initializer,
                              .regularizer = c.bias_regularizer,
                              .constraint = c.bias_constraint});
  const int64_t spec_axis = c.data_format == DataFormat::channels_last ? -1 : 1;
  this->set_input_spec({.min_ndim = kAxes + 2, .axes = {{spec_axis, channels}}});
}

template <size_t kAxes>
Tensor SeparableConv<kAxes>::call(const Tensor& input, bool) {
  const Config& c = this->config_;
  const Tensor kernel = this->read(depthwise_kernel_);
  check_dtypes(input, kernel, this->class_name(), this->name());
  const Tensor deep = depthwise_conv(to_channels_last(input, c.data_format), kernel,
                                     {.strides = axes_of(c.strides),
                                      .padding = padding_of(c.padding),
                                      .dilations = axes_of(c.dilation_rate)});
  Tensor y = convolution(deep, this->read(pointwise_kernel_));
  if (bias_) y = bias_add(y, this->read(bias_));
  return from_channels_last(activate(c.activation, y), c.data_format);
}

template <size_t kAxes>
Shape SeparableConv<kAxes>::compute_output_shape(const Shape& input_shape) {
  const Config& c = this->config_;
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  this->input_spec().check(input_shape, this->name());
  Shape shape = slide(input_shape, window(), c.data_format);
  int64_t& channels = shape[channel_axis(c.data_format, shape.size())];
  Shape kernel = axes_of(c.kernel_size);
  kernel.push_back(channels);
  kernel.push_back(c.filters);
  channels = c.filters;
  check_output(shape, input_shape, kernel, window(), this->class_name());
  return shape;
}

template class SeparableConv<1>;
template class SeparableConv<2>;

}  // namespace pelton
