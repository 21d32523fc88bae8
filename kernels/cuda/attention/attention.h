// Declares the CUDA kernels of attention: operands and results as those of
// kernels/cpu/attention/attention.h.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

void attention(const KernelContext& context);       // AttentionAttrs
void attention_grad(const KernelContext& context);  // AttentionGradAttrs

}  // namespace pelton::cuda
