// Declares the CUDA kernels that draw random numbers: element i depends on key, offset and i only,
// and is the CPU's.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

void random_uniform(const KernelContext& context);      // RandomUniformAttrs
void random_normal(const KernelContext& context);       // RandomNormalAttrs
void truncated_normal(const KernelContext& context);    // RandomNormalAttrs
void random_categorical(const KernelContext& context);  // RandomCategoricalAttrs; in: logits
void random_permutation(const KernelContext& context);  // RandomPermutationAttrs
void dropout(const KernelContext& context);             // DropoutAttrs; in: x

}  // namespace pelton::cuda
