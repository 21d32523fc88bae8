// Owns the geometry of sliding windows: one axis, a convolution, a pool. Shape functions check with
// it, kernels compute with it. Must not know memory.
#pragma once
#include "kernels/common/attrs/attrs.h"

namespace pelton {

// One spatial axis: output i sees the inputs i * stride - before + t * dilation for t < window;
// those outside [0, in) are padding.
struct WindowAxis {
  int64_t in = 0;
  int64_t out = 0;
  int64_t window = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t before = 0;
};

// Sizes as in TensorFlow: VALID keeps whole windows only, SAME gives ceil(in / stride) outputs with
// the odd padding cell at the end, EXPLICIT pads by `before` and `after`. Raises invalid_argument
// for sizes below 1 and where no whole window fits.
WindowAxis window_axis(int64_t in, int64_t window, int64_t stride, int64_t dilation,
                       Padding padding, int64_t before, int64_t after);

// A convolution of NHWC input by HWIO filters; channels are divided into `groups` as TensorFlow
// infers them: input channels / filter input channels.
struct Conv2dShape {
  int64_t batch = 0;
  int64_t groups = 1;
  int64_t in_channels = 0;  // of all groups
  int64_t out_channels = 0;
  WindowAxis y, x;

  int64_t group_in() const { return in_channels / groups; }
  int64_t group_out() const { return out_channels / groups; }
  Shape output() const { return {batch, y.out, x.out, out_channels}; }
};

// Raises invalid_argument, naming the argument and both shapes, when they do not fit together.
Conv2dShape conv2d_shape(const Shape& input, const Shape& filters, const Conv2dAttrs& attrs);
// The same convolution's attributes without the gradient's own shape.
Conv2dAttrs forward_attrs(const Conv2dGradAttrs& attrs);

// A pool of NHWC input.
struct Pool2dShape {
  int64_t batch = 0;
  int64_t channels = 0;
  WindowAxis y, x;

  Shape output() const { return {batch, y.out, x.out, channels}; }
};

// Raises invalid_argument when the input is not 4-dimensional or a size is below 1.
Pool2dShape pool2d_shape(const Shape& input, const Pool2dAttrs& attrs);
Pool2dAttrs forward_attrs(const Pool2dGradAttrs& attrs);

}  // namespace pelton
