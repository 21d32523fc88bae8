// Declares convolutions and pools over one, two or three spatial axes, channels last, made of those
// over images. Sizes, strides and dilations have one entry per spatial axis.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

struct ConvolutionAttrs {
  Axes strides;  // empty: all 1
  Padding padding = Padding::valid;
  Axes dilations;          // empty: all 1
  Axes explicit_paddings;  // before and after for each axis in turn
};
template <>
inline constexpr auto fields<ConvolutionAttrs> = std::tuple{
    field("strides", &ConvolutionAttrs::strides), field("padding", &ConvolutionAttrs::padding),
    field("dilations", &ConvolutionAttrs::dilations),
    field("explicit_paddings", &ConvolutionAttrs::explicit_paddings)};

struct ConvTransposeAttrs {
  Axes sizes;  // of the output
  Axes strides;
  Padding padding = Padding::valid;
  Axes dilations;
  Axes explicit_paddings;
};
template <>
inline constexpr auto fields<ConvTransposeAttrs> = std::tuple{
    required_field("sizes", &ConvTransposeAttrs::sizes),
    field("strides", &ConvTransposeAttrs::strides), field("padding", &ConvTransposeAttrs::padding),
    field("dilations", &ConvTransposeAttrs::dilations),
    field("explicit_paddings", &ConvTransposeAttrs::explicit_paddings)};

struct PoolAttrs {
  Axes ksize, strides;
  Padding padding = Padding::valid;
};
template <>
inline constexpr auto fields<PoolAttrs> = std::tuple{
    required_field("ksize", &PoolAttrs::ksize), required_field("strides", &PoolAttrs::strides),
    required_field("padding", &PoolAttrs::padding)};

// input (batch, spatial..., channels) by filters (window..., channels / groups, filters).
Tensor convolution(const Tensor& input, const Tensor& filters, const ConvolutionAttrs& attrs = {});
// The gradient of a convolution's input, as an op of its own: input (batch, spatial..., channels)
// by filters (window..., filters, channels) gives (batch, sizes..., filters).
Tensor conv_transpose(const Tensor& input, const Tensor& filters, const ConvTransposeAttrs& attrs);
// Each channel by filters of its own: filters (window..., channels, multiplier) give channels *
// multiplier.
Tensor depthwise_conv(const Tensor& input, const Tensor& filters,
                      const ConvolutionAttrs& attrs = {});
Tensor max_pool(const Tensor& input, const PoolAttrs& attrs);
Tensor avg_pool(const Tensor& input, const PoolAttrs& attrs);

}  // namespace pelton
