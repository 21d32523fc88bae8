// Declares the kernels that draw random numbers: element i depends on the stream and i only.
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

PELTON_KERNEL(random_uniform)    // RandomUniformAttrs
PELTON_KERNEL(random_normal)     // RandomNormalAttrs
PELTON_KERNEL(truncated_normal)  // RandomNormalAttrs
PELTON_KERNEL(dropout)           // DropoutAttrs; in: x

void random_categorical(const KernelContext& context);  // RandomCategoricalAttrs; in: logits
void random_permutation(const KernelContext& context);  // RandomPermutationAttrs

// Of the stream of a seed, the first input: two words of 32 or 64 bits.
PELTON_KERNEL(seeded_uniform)           // SeededUniformAttrs
PELTON_KERNEL(seeded_normal)            // SeededNormalAttrs
PELTON_KERNEL(seeded_truncated_normal)  // SeededNormalAttrs

void seeded_categorical(const KernelContext& context);  // SeededCategoricalAttrs; in: seed, logits
void seeded_permutation(const KernelContext& context);  // SeededPermutationAttrs

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction random_uniform, random_normal, truncated_normal, random_categorical,
    random_permutation, dropout, seeded_uniform, seeded_normal, seeded_truncated_normal,
    seeded_categorical, seeded_permutation;
using RandomKernels =
    KernelList<random_uniform, random_normal, truncated_normal, random_categorical,
               random_permutation, dropout, seeded_uniform, seeded_normal, seeded_truncated_normal,
               seeded_categorical, seeded_permutation>;

}  // namespace pelton::cuda
