// Declares the matrix product and the convolutions, which are products of matrices that are
// gathered while they are multiplied.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

// in(0) (..., m, k) times in(1) (..., k, n), either transposed as MatmulAttrs says and of any
// strides; the leading axes broadcast.
void matmul(const KernelContext& context);
// out(0) = in(0) (..., k) times in(1) (k, n) plus in(2) (n), behind the activation of
// FusedMatmulAttrs; all row-major.
void fused_matmul(const KernelContext& context);

// out(0) = in(0) NHWC images convolved with in(1) HWIO filters, as Conv2dAttrs say.
void conv2d(const KernelContext& context);
// out(0) = gradient of the images, from in(0) filters and in(1) output gradient (Conv2dGradAttrs).
void conv2d_input_grad(const KernelContext& context);
// out(0) = gradient of the filters, from in(0) images and in(1) output gradient (Conv2dGradAttrs).
void conv2d_filter_grad(const KernelContext& context);

using ProductKernels =
    KernelList<matmul, fused_matmul, conv2d, conv2d_input_grad, conv2d_filter_grad>;

}  // namespace pelton::cuda
