// Owns what the transposed convolutions check and compute.
#include "nn/layers/conv/conv_transpose.h"

#include "nn/layers/conv/conv_checks.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {

namespace {

void check_output_padding(const Axes& padding, const Axes& strides, const std::string& owner) {
  for (size_t i = 0; i < padding.size(); ++i)
    check(padding[i] < strides[i], Code::value_error,
          "`output_padding` must be strictly less than `strides` for all dimensions. At dimension ",
          i, ", `output_padding` is ", padding[i], " but `strides` is ", strides[i],
          ". Received: output_padding=", to_text(write_sizes(padding)),
          ", strides=", to_text(write_sizes(strides)), " [", owner, "]");
}

}  // namespace

template <size_t kAxes>
ConvTranspose<kAxes>::ConvTranspose(Config config, LayerOptions options)
    : KernelLayer<Config>(kClassName, config, std::move(options)) {
  const std::string owner = this->class_name();
  check_above_0("filters", config.filters, owner);
  check_window({axes_of(config.kernel_size), axes_of(config.strides), config.padding,
                axes_of(config.dilation_rate)},
               false, owner);
  if (config.output_padding)
    check_output_padding(config.output_padding->values, axes_of(config.strides), owner);
  this->set_input_spec({.min_ndim = kAxes + 2});
}

template <size_t kAxes>
void ConvTranspose<kAxes>::build(const Shape& input_shape) {
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  const Config& c = this->config_;
  const int64_t channels = defined_channels(input_shape, c.data_format, 1, this->class_name());
  Shape shape = axes_of(c.kernel_size);
  shape.push_back(c.filters);
  shape.push_back(channels);
  this->make_weights(shape, c.filters);
  const int64_t spec_axis = c.data_format == DataFormat::channels_last ? -1 : 1;
  this->set_input_spec({.min_ndim = kAxes + 2, .axes = {{spec_axis, channels}}});
}

template <size_t kAxes>
int64_t ConvTranspose<kAxes>::added(size_t i) const {
  const Config& c = this->config_;
  const int64_t stride = c.strides.values[i], window = c.kernel_size.values[i];
  const int64_t covered = checked_add(checked_multiply(window - 1, c.dilation_rate.values[i]), 1);
  const bool is_same = c.padding == WindowPadding::same;
  if (!c.output_padding) return is_same ? 0 : std::max<int64_t>(covered - stride, 0);
  const int64_t trimmed = is_same ? 2 * (covered / 2) : 0;
  return covered - stride - trimmed + c.output_padding->values[i];
}

// Extents of unknown axes are computed as values; `held` keeps what their names are of.
template <size_t kAxes>
Axes ConvTranspose<kAxes>::output_sizes(const Tensor& x, std::vector<Tensor>& held) const {
  Axes sizes;
  for (size_t i = 0; i < kAxes; ++i) {
    const int64_t stride = this->config_.strides.values[i], size = x.shape()[i + 1];
    if (is_known(size)) {
      sizes.push_back(checked_add(checked_multiply(size, stride), added(i)));
      continue;
    }
    const auto number = [](int64_t value) {
      return scalar(static_cast<double>(value), DType::int64);
    };
    held.push_back(add(multiply(axis_size(x, i + 1), number(stride)), number(added(i))));
    sizes.push_back(size_in(held.back()));
  }
  return sizes;
}

template <size_t kAxes>
Tensor ConvTranspose<kAxes>::call(const Tensor& input, bool) {
  const Config& c = this->config_;
  const Tensor kernel = this->read(this->kernel_);
  check_dtypes(input, kernel, this->class_name(), this->name());
  const Tensor x = to_channels_last(input, c.data_format);
  std::vector<Tensor> held;
  Tensor y = conv_transpose(x, kernel,
                            {.sizes = output_sizes(x, held),
                             .strides = axes_of(c.strides),
                             .padding = padding_of(c.padding),
                             .dilations = axes_of(c.dilation_rate)});
  if (this->bias_) y = bias_add(y, this->read(this->bias_));
  return from_channels_last(activate(c.activation, y), c.data_format);
}

template <size_t kAxes>
Shape ConvTranspose<kAxes>::compute_output_shape(const Shape& input_shape) {
  const Config& c = this->config_;
  InputSpec{.min_ndim = kAxes + 2}.check(input_shape, this->name());
  this->input_spec().check(input_shape, this->name());
  Shape shape = input_shape;
  const size_t first = first_spatial(c.data_format);
  for (size_t i = 0; i < kAxes; ++i)
    if (shape[first + i] >= 0)
      shape[first + i] =
          checked_add(checked_multiply(shape[first + i], c.strides.values[i]), added(i));
  shape[channel_axis(c.data_format, shape.size())] = c.filters;
  return shape;
}

template class ConvTranspose<1>;
template class ConvTranspose<2>;
template class ConvTranspose<3>;

}  // namespace pelton
