// Owns the sizes of sliding windows, in checked arithmetic.
#include "kernels/common/window.h"

#include <algorithm>

namespace pelton {
namespace {

int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

bool are_positive(const Axes& pair) { return pair[0] >= 1 && pair[1] >= 1; }

void check_two(const char* name, const Axes& values) {
  check(values.size() == 2, name, " must have 2 values (height, width), got ", numbers(values));
}

int64_t valid_outputs(int64_t in, int64_t covered, int64_t stride) {
  // Truncation makes an input that lacks less than a stride give no output, as in TensorFlow.
  const int64_t out = (checked_add(in, stride) - covered) / stride;
  check(out >= 0, "Computed output size would be negative: ", out, " [input_size: ", in,
        ", effective_filter_size: ", covered, ", stride: ", stride, "]");
  return out;
}

// What an axis of unknown size has as outputs: with a stride of 1 SAME keeps its size.
WindowAxis open_axis(WindowAxis axis, Padding padding) {
  axis.out = kUnknown;
  if (padding != Padding::same) return axis;
  if (is_known(axis.in) || axis.stride == 1)
    axis.out = axis.stride == 1 ? axis.in : ceil_div(axis.in, axis.stride);
  return axis;
}

// The number of groups, 1 where it is not known; channels and filters fit as far as they are known.
int64_t groups_of(const Shape& input, const Shape& filters) {
  const int64_t channels = input[3], seen = filters[2], made = filters[3];
  if (!is_known(channels) || !is_known(seen)) return 1;
  check(seen >= 1 && channels >= 1 && channels % seen == 0,
        "input depth must be evenly divisible by filter depth: ", channels, " vs ", seen);
  const int64_t groups = channels / seen;
  check(!is_known(made) || made % groups == 0, "number of filters must be evenly divisible by the ",
        "number of groups: ", made, " vs ", groups);
  return groups;
}

}  // namespace

WindowAxis window_axis(int64_t in, int64_t window, int64_t stride, int64_t dilation,
                       Padding padding, int64_t before, int64_t after) {
  check(window >= 1 || !is_known(window), "filter dimensions must be positive, got ", window);
  WindowAxis axis{in, 0, window, stride, dilation, 0};
  if (!is_known(in) || !is_known(window)) return open_axis(axis, padding);
  const int64_t covered = checked_add(checked_multiply(window - 1, dilation), 1);
  switch (padding) {
    case Padding::valid:
      axis.out = valid_outputs(in, covered, stride);
      break;
    case Padding::explicit_sizes:
      check(before >= 0 && after >= 0, "explicit_paddings must not be negative, got ", before,
            " and ", after);
      axis.before = before;
      axis.out = valid_outputs(checked_add(in, checked_add(before, after)), covered, stride);
      break;
    case Padding::same:
      axis.out = ceil_div(in, stride);
      if (axis.out > 0)
        axis.before = std::max<int64_t>(0, checked_add((axis.out - 1) * stride, covered) - in) / 2;
      break;
  }
  return axis;
}

Conv2dShape conv2d_shape(const Shape& input, const Shape& filters, const Conv2dAttrs& attrs) {
  check(input.size() == 4, "convolution input must be 4-dimensional: ", bracketed(input));
  check(filters.size() == 4, "convolution filter must be 4-dimensional: ", bracketed(filters));
  check_two("strides", attrs.strides);
  check_two("dilations", attrs.dilations);
  check(are_positive(attrs.strides), "Row and column strides should be larger than 0.");
  check(are_positive(attrs.dilations), "Dilated rates should be larger than 0.");
  const bool is_explicit = attrs.padding == Padding::explicit_sizes;
  check(attrs.explicit_paddings.size() == (is_explicit ? 4u : 0u), "explicit_paddings must have ",
        is_explicit ? 4 : 0, " values with this padding, got ", numbers(attrs.explicit_paddings));
  const Axes pads = is_explicit ? attrs.explicit_paddings : Axes{0, 0, 0, 0};
  Conv2dShape shape;
  shape.batch = input[0];
  shape.in_channels = input[3];
  shape.out_channels = filters[3];
  shape.groups = groups_of(input, filters);
  shape.y = window_axis(input[1], filters[0], attrs.strides[0], attrs.dilations[0], attrs.padding,
                        pads[0], pads[1]);
  shape.x = window_axis(input[2], filters[1], attrs.strides[1], attrs.dilations[1], attrs.padding,
                        pads[2], pads[3]);
  return shape;
}

Conv2dAttrs forward_attrs(const Conv2dGradAttrs& attrs) {
  return {attrs.strides, attrs.padding, attrs.dilations, attrs.explicit_paddings};
}

Pool2dShape pool2d_shape(const Shape& input, const Pool2dAttrs& attrs) {
  check(input.size() == 4, "tensor_in_shape must have 2 spatial dimensions. ", input.size(), " ",
        static_cast<int64_t>(input.size()) - 3);
  check_two("ksize", attrs.ksize);
  check_two("strides", attrs.strides);
  check(are_positive(attrs.ksize), "Sliding window ksize must be positive. The specified or ",
        "inferred ksize is: 1,", attrs.ksize[0], ",", attrs.ksize[1], ",1");
  check(are_positive(attrs.strides), "Sliding window strides must be positive. The specified ",
        "strides are: 1,", attrs.strides[0], ",", attrs.strides[1], ",1");
  check(attrs.padding != Padding::explicit_sizes, "padding must be VALID or SAME for a pool");
  Pool2dShape shape;
  shape.batch = input[0];
  shape.channels = input[3];
  shape.y = window_axis(input[1], attrs.ksize[0], attrs.strides[0], 1, attrs.padding, 0, 0);
  shape.x = window_axis(input[2], attrs.ksize[1], attrs.strides[1], 1, attrs.padding, 0, 0);
  return shape;
}

Pool2dAttrs forward_attrs(const Pool2dGradAttrs& attrs) {
  return {attrs.ksize, attrs.strides, attrs.padding};
}

}  // namespace pelton
