// Declares the convolution kernels over NHWC images and HWIO filters.
#pragma once
#include "runtime/kernel_context.h"

namespace pelton::cpu {

// out(0) = in(0) images convolved with in(1) filters, as Conv2dAttrs say.
void conv2d(const KernelContext& context);
// out(0) = gradient of the images, from in(0) filters and in(1) output gradient (Conv2dGradAttrs).
void conv2d_input_grad(const KernelContext& context);
// out(0) = gradient of the filters, from in(0) images and in(1) output gradient (Conv2dGradAttrs).
void conv2d_filter_grad(const KernelContext& context);

}  // namespace pelton::cpu
