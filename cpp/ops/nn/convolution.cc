// Owns convolutions over one to three axes: one axis is an image of height 1, and of three the
// planes that the filters' depth meets become channels of images.
#include "ops/nn/convolution.h"

#include <algorithm>

#include "ops/array/array.h"
#include "ops/nn/nn.h"
#include "ops/nn/volumes.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

// The spatial axes of input and filters, which have the same.
size_t spatial_axes(const Tensor& input, const Tensor& filters) {
  const auto rank = input.rank();
  check(rank >= 3 && rank <= 5, "input must have 1, 2 or 3 spatial axes, got shape ",
        input.shape());
  check(filters.rank() == rank, "filters must have the rank of the input, ", rank, ", got shape ",
        filters.shape());
  return static_cast<size_t>(rank) - 2;
}

// What is given for each of `count` axes; absent: all 1.
Axes per_axis(const char* name, const Axes& given, size_t count) {
  if (given.empty()) return Axes(count, 1);
  check(given.size() == count, name, " must have ", count, " values, got ", numbers(given));
  return given;
}

// The attributes with an entry for each axis; Attrs: ConvolutionAttrs or ConvTransposeAttrs.
template <class Attrs>
Attrs complete(Attrs attrs, size_t axes) {
  attrs.strides = per_axis("strides", attrs.strides, axes);
  attrs.dilations = per_axis("dilations", attrs.dilations, axes);
  const bool is_explicit = attrs.padding == Padding::explicit_sizes;
  check(attrs.explicit_paddings.size() == (is_explicit ? 2 * axes : 0),
        "explicit_paddings must have ", is_explicit ? 2 * axes : 0,
        " values with this padding, got ", numbers(attrs.explicit_paddings));
  return attrs;
}

// Those of the last two axes; of one axis, beside a height of 1.
template <class Attrs>
Conv2dAttrs image_attrs(const Attrs& attrs) {
  const auto last_two = [](const Axes& values, int64_t lone) {
    return values.size() == 1 ? Axes{lone, values[0]} : Axes(values.end() - 2, values.end());
  };
  const Axes& pads = attrs.explicit_paddings;
  Axes image_pads = pads.size() == 2 ? Axes{0, 0, pads[0], pads[1]} : pads;
  if (pads.size() == 6) image_pads = Axes(pads.begin() + 2, pads.end());
  return {last_two(attrs.strides, 1), attrs.padding, last_two(attrs.dilations, 1), image_pads};
}

Tensor with_height(const Tensor& x, int64_t axis) { return expand_dims(x, {.axis = axis}); }
Tensor without_height(const Tensor& x) { return squeeze(x, {.axis = Axes{1}}); }

std::vector<Tensor> compose_convolution(const ComposeContext& c) {
  const Tensor &input = c.in(0), &filters = c.in(1);
  const size_t axes = spatial_axes(input, filters);
  const ConvolutionAttrs attrs = complete(c.attrs<ConvolutionAttrs>(), axes);
  const Conv2dAttrs image = image_attrs(attrs);
  if (axes == 2) return {conv2d(input, filters, image)};
  if (axes == 1)
    return {without_height(conv2d(with_height(input, 1), with_height(filters, 0), image))};
  const DepthWindow depth = depth_window(input.shape()[1], filters.shape()[0], attrs);
  const volumes::Planes planes = volumes::planes_as_channels(input, filters, depth);
  const Tensor maps = conv2d(planes.images, volumes::filters_of_planes(filters), image);
  return {volumes::from_images(maps, input, planes.first.shape()[1])};
}

Conv2dGradAttrs transpose_attrs(const Shape& shape, const Conv2dAttrs& a) {
  return {shape, a.strides, a.padding, a.dilations, a.explicit_paddings};
}

std::vector<Tensor> compose_conv_transpose(const ComposeContext& c) {
  const Tensor &input = c.in(0), &filters = c.in(1);
  const size_t axes = spatial_axes(input, filters);
  const ConvTransposeAttrs attrs = complete(c.attrs<ConvTransposeAttrs>(), axes);
  check(attrs.sizes.size() == axes, "sizes must have ", axes, " values, got ",
        numbers(attrs.sizes));
  check(may_equal(input.shape().back(), filters.shape().back()), "input has ", input.shape().back(),
        " channels, but filters of shape ", filters.shape(), " take ", filters.shape().back());
  const Conv2dAttrs image = image_attrs(attrs);
  const int64_t batch = input.shape()[0], made = filters.shape()[axes];
  if (axes == 2)
    return {conv2d_input_grad(
        filters, input, transpose_attrs({batch, attrs.sizes[0], attrs.sizes[1], made}, image))};
  if (axes == 1)
    return {without_height(
        conv2d_input_grad(with_height(filters, 0), with_height(input, 1),
                          transpose_attrs({batch, 1, attrs.sizes[0], made}, image)))};
  const DepthWindow depth = depth_window(attrs.sizes[0], filters.shape()[0], attrs);
  const Tensor images = volumes::as_images(input);
  const int64_t channels = product_of_sizes(filters.shape()[0], made);
  const Tensor maps = conv2d_input_grad(
      volumes::filters_of_planes(filters), images,
      transpose_attrs({images.shape()[0], attrs.sizes[1], attrs.sizes[2], channels}, image));
  return {volumes::add_planes(volumes::from_images(maps, input, input.shape()[1]), depth)};
}

std::vector<Tensor> compose_depthwise(const ComposeContext& c) {
  const Tensor &input = c.in(0), &filters = c.in(1);
  const size_t axes = spatial_axes(input, filters);
  const Shape& shape = filters.shape();
  check(may_equal(shape[axes], input.shape().back()), "filters of shape ", shape, " are of ",
        shape[axes], " channels, but the input has ", input.shape().back());
  Shape grouped(shape.begin(), shape.end() - 2);
  grouped.push_back(1);
  grouped.push_back(product_of_sizes(shape[axes], shape[axes + 1]));
  return {convolution(input, reshape(filters, {.shape = grouped}), c.attrs<ConvolutionAttrs>())};
}

constinit const CompositeOp convolution_op{
    .schema = {.name = "convolution",
               .tf_name = "Convolution",
               .inputs = {"input", "filters"},
               .attrs = &attrs_of<ConvolutionAttrs>,
               .dtypes = kFloating},
    .doc =
        "The convolution of `input` (batch, spatial..., channels), of 1 to 3 spatial axes, by "
        "`filters` (window..., channels / groups, filters).",
    .compose = compose_convolution};

constinit const CompositeOp conv_transpose_op{
    .schema = {.name = "conv_transpose",
               .tf_name = "ConvTranspose",
               .inputs = {"input", "filters"},
               .attrs = &attrs_of<ConvTransposeAttrs>,
               .dtypes = kFloating},
    .doc =
        "The gradient of a convolution's input as an op: `input` (batch, spatial..., channels) "
        "by `filters` (window..., filters, channels) gives (batch, *sizes, filters).",
    .compose = compose_conv_transpose};

constinit const CompositeOp depthwise_conv_op{
    .schema = {.name = "depthwise_conv",
               .tf_name = "DepthwiseConv",
               .inputs = {"input", "filters"},
               .attrs = &attrs_of<ConvolutionAttrs>,
               .dtypes = kFloating},
    .doc =
        "Each channel of `input` (batch, spatial..., channels) by filters of its own: `filters` "
        "(window..., channels, multiplier) give channels * multiplier.",
    .compose = compose_depthwise};

constexpr const CompositeOp* kConvolutionOps[] = {&convolution_op, &conv_transpose_op,
                                                  &depthwise_conv_op};
const OpFamily convolution_ops(kConvolutionOps);

}  // namespace

Tensor convolution(const Tensor& input, const Tensor& filters, const ConvolutionAttrs& attrs) {
  return call(convolution_op, {input, filters}, attrs);
}

Tensor conv_transpose(const Tensor& input, const Tensor& filters, const ConvTransposeAttrs& attrs) {
  return call(conv_transpose_op, {input, filters}, attrs);
}

Tensor depthwise_conv(const Tensor& input, const Tensor& filters, const ConvolutionAttrs& attrs) {
  return call(depthwise_conv_op, {input, filters}, attrs);
}

}  // namespace pelton
