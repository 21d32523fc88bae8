// Declares the convolution with its bias, activation and max pool, and its gradient.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

// in: NHWC images, HWIO filters, bias; out: y, the winner's cell of each window (FusedConv2dAttrs).
void fused_conv2d(const KernelContext& context);
// in: images, filters, y, cells, gradient of y; out: gradients of images, filters and bias
// (FusedConv2dGradAttrs). A cell that its window lacks raises invalid_argument on a fake GPU.
void fused_conv2d_grad(const KernelContext& context);

using FusedConvolutionKernels = KernelList<fused_conv2d, fused_conv2d_grad>;

}  // namespace pelton::cuda
