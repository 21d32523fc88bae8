// Declares the convolution kernels over NHWC images and HWIO filters.
#pragma once
#include "kernels/common/window.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// out(0) = in(0) images convolved with in(1) filters, as Conv2dAttrs say.
void conv2d(const KernelContext& context);
// out(0) = gradient of the images, from in(0) filters and in(1) output gradient (Conv2dGradAttrs).
void conv2d_input_grad(const KernelContext& context);
// The same for any operands, in the way that is estimated to take the least time.
template <class T>
void conv2d_input_grad(const Conv2dShape& shape, const T* filters, const T* out_grad, T* input_grad,
                       const KernelContext& context);
// out(0) = gradient of the filters, from in(0) images and in(1) output gradient (Conv2dGradAttrs).
void conv2d_filter_grad(const KernelContext& context);

}  // namespace pelton::cpu
