// Declares the CUDA kernels of attention: operands and results as those of
// kernels/cpu/attention/attention.h.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

void attention(const KernelContext& context);       // AttentionAttrs
void attention_grad(const KernelContext& context);  // AttentionGradAttrs

using AttentionKernels = KernelList<attention, attention_grad>;

}  // namespace pelton::cuda
