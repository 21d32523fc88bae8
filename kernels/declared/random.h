// Declares the kernels that draw random numbers: element i depends on key, offset and i only.
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

PELTON_KERNEL(random_uniform)    // RandomUniformAttrs
PELTON_KERNEL(random_normal)     // RandomNormalAttrs
PELTON_KERNEL(truncated_normal)  // RandomNormalAttrs
PELTON_KERNEL(dropout)           // DropoutAttrs; in: x
PELTON_KERNEL(seeded_bits)       // SeededBitsAttrs; in: seed, two words of 32 bits

void random_categorical(const KernelContext& context);  // RandomCategoricalAttrs; in: logits
void random_permutation(const KernelContext& context);  // RandomPermutationAttrs

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction random_uniform, random_normal, truncated_normal, random_categorical,
    random_permutation, dropout, seeded_bits;
using RandomKernels = KernelList<random_uniform, random_normal, truncated_normal,
                                 random_categorical, random_permutation, dropout, seeded_bits>;

}  // namespace pelton::cuda
