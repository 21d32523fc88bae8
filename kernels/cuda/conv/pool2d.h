// Declares the pools of NHWC images and their gradients (Pool2dAttrs, Pool2dGradAttrs).
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

// Largest of each window; NaN where there is one.
void max_pool2d(const KernelContext& context);
// in: input, gradient of the pool. A window's gradient goes to its first largest element, where the
// first NaN counts as the largest.
void max_pool2d_grad(const KernelContext& context);
// in: input, values. The values at each window's first largest element.
void max_pool2d_pick(const KernelContext& context);
// Mean of each window, padding not counted.
void avg_pool2d(const KernelContext& context);
// in: gradient of the pool.
void avg_pool2d_grad(const KernelContext& context);

using PoolKernels =
    KernelList<max_pool2d, max_pool2d_grad, max_pool2d_pick, avg_pool2d, avg_pool2d_grad>;

}  // namespace pelton::cuda
