// Owns what the depthwise convolutions check and compute.
#include "nn/layers/conv/depthwise_conv.h"

#include "nn/layers/conv/conv_checks.h"
#include "ops/nn/nn.h"

namespace pelton {

template <size_t kAxes>
DepthwiseConv<kAxes>::DepthwiseConv(Config config, LayerOptions options)
    : KernelLayer<Config>(kClassName, config, std::move(options)) {
  check_above_0("depth_multiplier", config.depth_multiplier, this->class_name());
  check_window(window(), true, this->class_name());
  this->set_input_spec({.min_ndim = kAxes + 2});
}

template <size_t kAxes>
Window DepthwiseConv<kAxes>::window() const {
  const Config& c = this->config_;
  return {axes_of(c.kernel_size), axes_of(c.strides), c.padding, axes_of(c.dilation_rate)};
}

template <size_t kAxes>
void DepthwiseConv<kAxes>::build(const Shape& input_shape) {
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  const Config& c = this->config_;
  const int64_t channels = defined_channels(input_shape, c.data_format, 1, this->class_name());
  DepthwiseConv::compute_output_shape(input_shape);
  Shape shape = axes_of(c.kernel_size);
  shape.push_back(channels);
  shape.push_back(c.depth_multiplier);
  this->make_weights(shape, checked_multiply(channels, c.depth_multiplier));
  const int64_t spec_axis = c.data_format == DataFormat::channels_last ? -1 : 1;
  this->set_input_spec({.min_ndim = kAxes + 2, .axes = {{spec_axis, channels}}});
}

template <size_t kAxes>
Tensor DepthwiseConv<kAxes>::call(const Tensor& input, bool) {
  const Config& c = this->config_;
  const Tensor kernel = this->read(this->kernel_);
  check_dtypes(input, kernel, this->class_name(), this->name());
  Tensor y = depthwise_conv(to_channels_last(input, c.data_format), kernel,
                            {.strides = axes_of(c.strides),
                             .padding = padding_of(c.padding),
                             .dilations = axes_of(c.dilation_rate)});
  if (this->bias_) y = bias_add(y, this->read(this->bias_));
  return from_channels_last(activate(c.activation, y), c.data_format);
}

template <size_t kAxes>
Shape DepthwiseConv<kAxes>::compute_output_shape(const Shape& input_shape) {
  const Config& c = this->config_;
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  this->input_spec().check(input_shape, this->name());
  Shape shape = slide(input_shape, window(), c.data_format);
  int64_t& channels = shape[channel_axis(c.data_format, shape.size())];
  Shape kernel = axes_of(c.kernel_size);
  kernel.push_back(channels);
  if (channels >= 0) channels = checked_multiply(channels, c.depth_multiplier);
  kernel.push_back(channels);
  check_output(shape, input_shape, kernel, window(), this->class_name());
  return shape;
}

template class DepthwiseConv<1>;
template class DepthwiseConv<2>;

}  // namespace pelton
