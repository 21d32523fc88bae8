// Declares the optimizer steps. Operands are groups of equal length: parameters, gradients, then
// the slots that the attributes ask for; all but the gradients are overwritten.
#pragma once
#include "kernels/cpu/dispatch/slots.h"

namespace pelton::cpu {

PELTON_KERNEL(sgd_step)  // SgdAttrs: momenta where momentum != 0
PELTON_KERNEL(
    rmsprop_step)         // RmspropAttrs: velocities, momenta if momentum != 0, means if centered
PELTON_KERNEL(adam_step)  // AdamAttrs: momenta, velocities, their maxima if amsgrad

}  // namespace pelton::cpu
