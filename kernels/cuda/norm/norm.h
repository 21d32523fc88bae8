// Declares batch normalisation over all axes but the last and layer normalisation over the last
// ones; statistics are float32 (float64 for float64).
#pragma once
#include "runtime/dispatch/kernel_context.h"

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

}  // namespace pelton::cuda
