// Declares batch normalisation over all axes but the last and layer normalisation over the last
// ones; statistics are float32 (float64 for float64).
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

// in: x, scale, offset; out: y, mean, biased variance (BatchNormAttrs).
void batch_norm_train(const KernelContext& context);
// in: x, mean, variance, scale, offset; out: y (BatchNormAttrs).
void batch_norm_infer(const KernelContext& context);
// in: gradient of y, x, scale, offset, mean, variance; out: gradients of x, scale, offset
// (BatchNormAttrs).
void batch_norm_grad(const KernelContext& context);
// in: x, scale, offset; out: y (LayerNormAttrs). Rows have as many elements as scale.
void layer_norm(const KernelContext& context);
// in: gradient of y, x, scale; out: gradients of x, scale, offset (LayerNormAttrs).
void layer_norm_grad(const KernelContext& context);

using NormKernels =
    KernelList<batch_norm_train, batch_norm_infer, batch_norm_grad, layer_norm, layer_norm_grad>;

}  // namespace pelton::cuda
