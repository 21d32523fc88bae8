// Declares the optimizer steps. Operands are groups of equal length: parameters, gradients, then
// the slots that the attributes ask for; all but the gradients are overwritten. Formulas: Keras.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

void sgd_step(const KernelContext& context);      // SgdAttrs: momenta where momentum != 0
void rmsprop_step(const KernelContext& context);  // RmspropAttrs: velocities, momenta, means
void adam_step(const KernelContext& context);     // AdamAttrs: momenta, velocities, their maxima

}  // namespace pelton::cuda
