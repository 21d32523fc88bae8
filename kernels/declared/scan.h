// Declares the cumulative kernels (ScanAttrs).
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

void cumulative_sum(const KernelContext& context);
void cumulative_product(const KernelContext& context);
void cumulative_logsumexp(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction cumulative_sum, cumulative_product, cumulative_logsumexp;
using ScanKernels = KernelList<cumulative_sum, cumulative_product, cumulative_logsumexp>;

}  // namespace pelton::cuda
