// Declares batch normalisation over all axes but the last and layer normalisation over the last
// ones; statistics are float32 (float64 for float64).
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// in: x, scale, offset; out: y, mean, biased variance (BatchNormAttrs).
PELTON_KERNEL(batch_norm_train)
// in: x, mean, variance, scale, offset; out: y (BatchNormAttrs).
PELTON_KERNEL(batch_norm_infer)
// in: gradient of y, x, scale, offset, mean, variance; out: gradients of x, scale, offset
// (BatchNormAttrs).
PELTON_KERNEL(batch_norm_grad)
// in: x, scale, offset; out: y (LayerNormAttrs). Rows have as many elements as scale.
PELTON_KERNEL(layer_norm)
// in: gradient of y, x, scale; out: gradients of x, scale, offset (LayerNormAttrs).
PELTON_KERNEL(layer_norm_grad)

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction batch_norm_train, batch_norm_infer, batch_norm_grad, layer_norm, layer_norm_grad;
using NormKernels =
    KernelList<batch_norm_train, batch_norm_infer, batch_norm_grad, layer_norm, layer_norm_grad>;

}  // namespace pelton::cuda
