// Declares the CUDA kernels that draw random numbers: element i depends on key, offset and i only,
// and is the CPU's.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

void random_uniform(const KernelContext& context);      // RandomUniformAttrs
void random_normal(const KernelContext& context);       // RandomNormalAttrs
void truncated_normal(const KernelContext& context);    // RandomNormalAttrs
void random_categorical(const KernelContext& context);  // RandomCategoricalAttrs; in: logits
void random_permutation(const KernelContext& context);  // RandomPermutationAttrs
void dropout(const KernelContext& context);             // DropoutAttrs; in: x

using RandomKernels = KernelList<random_uniform, random_normal, truncated_normal,
                                 random_categorical, random_permutation, dropout>;

}  // namespace pelton::cuda
