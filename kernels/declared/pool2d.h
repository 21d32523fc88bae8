// Declares the pooling kernels over NHWC images (Pool2dAttrs; SAME padding is never counted).
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// out(0) = largest element of each window of in(0); NaN where there is one.
void max_pool2d(const KernelContext& context);
// out(0) = in(1), the output gradient, added at the first maximum of each window of in(0).
void max_pool2d_grad(const KernelContext& context);
// out(0) = in(1), shaped like in(0), at the first maximum of each window of in(0).
void max_pool2d_pick(const KernelContext& context);
// out(0) = mean of each window of in(0).
void avg_pool2d(const KernelContext& context);
// out(0) = in(0), the output gradient, spread evenly over its windows (Pool2dGradAttrs).
void avg_pool2d_grad(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction max_pool2d, max_pool2d_grad, max_pool2d_pick, avg_pool2d, avg_pool2d_grad;
using PoolKernels =
    KernelList<max_pool2d, max_pool2d_grad, max_pool2d_pick, avg_pool2d, avg_pool2d_grad>;

}  // namespace pelton::cuda
