// Declares the convolution with bias, activation and max pool in one kernel, and its gradient.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// in: images, filters, bias; out: y, uint8 cells of the windows' winners (FusedConv2dAttrs), which
// are left out where that view has no data.
void fused_conv2d(const KernelContext& context);
// in: images, filters, y, cells, gradient of y; out: gradients of images (if wanted), filters and
// bias (FusedConv2dGradAttrs). Raises invalid_argument where a cell lies outside of its window, of
// GPUs on fake ones.
void fused_conv2d_grad(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction fused_conv2d, fused_conv2d_grad;
using FusedConvolutionKernels = KernelList<fused_conv2d, fused_conv2d_grad>;

}  // namespace pelton::cuda
