// Declares the kernels that draw by rejection: element i depends on key, offset, i and its
// parameters only.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

void random_gamma(const KernelContext& context);     // RandomGammaAttrs; in: alpha
void random_poisson(const KernelContext& context);   // RandomCountAttrs; in: rate
void random_binomial(const KernelContext& context);  // RandomCountAttrs; in: counts, probs

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction random_gamma, random_poisson, random_binomial;
using RejectionKernels = KernelList<random_gamma, random_poisson, random_binomial>;

}  // namespace pelton::cuda
