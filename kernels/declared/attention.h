// Declares the attention kernels.
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// in: query, key, value, mask, bias; out: the result, logsumexp of the scores. AttentionAttrs
PELTON_KERNEL(attention)
// in: those, the result, logsumexp, the result's gradient; out: gradients of query, key, value and
// scores. AttentionGradAttrs
PELTON_KERNEL(attention_grad)

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction attention, attention_grad;
using AttentionKernels = KernelList<attention, attention_grad>;

}  // namespace pelton::cuda
