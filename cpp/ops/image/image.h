// Declares what changes images as such. Every function raises invalid_argument with the op's name
// and all shapes and dtypes when its arguments do not fit.
#pragma once
#include "kernels/common/attrs/resample_attrs.h"
#include "kernels/common/attrs/resize_attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

// `x` with attrs.size elements along attrs.axis, each a weighted mean of those around its place.
Tensor resample(const Tensor& x, const ResampleAttrs& attrs);
// The gradient of resample's input, which has attrs.size elements along the axis.
Tensor resample_grad(const Tensor& out_grad, const ResampleAttrs& attrs);
// Images (..., height, width, channels) of another height and width, without antialias:
// TensorFlow's pixels to the last bit. Bytes give float32.
Tensor resize_bilinear(const Tensor& x, const ResizeAttrs& attrs);

}  // namespace pelton
