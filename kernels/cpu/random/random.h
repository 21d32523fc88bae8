// Declares the kernels that draw random numbers: element i depends on key, offset and i only.
#pragma once
#include "kernels/cpu/dispatch/slots.h"

namespace pelton::cpu {

PELTON_KERNEL(random_uniform)    // RandomUniformAttrs
PELTON_KERNEL(random_normal)     // RandomNormalAttrs
PELTON_KERNEL(truncated_normal)  // RandomNormalAttrs
PELTON_KERNEL(dropout)           // DropoutAttrs; in: x

void random_categorical(const KernelContext& context);  // RandomCategoricalAttrs; in: logits
void random_permutation(const KernelContext& context);  // RandomPermutationAttrs

}  // namespace pelton::cpu
