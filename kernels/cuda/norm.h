// Declares batch normalisation over the last axis; statistics are float32 (float64 for float64).
#pragma once
#include "runtime/kernel_context.h"

namespace pelton::cuda {

// in: x, scale, offset; out: y, mean, biased variance (BatchNormAttrs).
void batch_norm_train(const KernelContext& context);
// in: x, mean, variance, scale, offset; out: y (BatchNormAttrs).
void batch_norm_infer(const KernelContext& context);
// in: gradient of y, x, scale, offset, mean, variance; out: gradients of x, scale, offset
// (BatchNormAttrs).
void batch_norm_grad(const KernelContext& context);

}  // namespace pelton::cuda
