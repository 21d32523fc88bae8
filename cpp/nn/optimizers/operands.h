// Owns how updates become the operand lists of a multi-tensor step. Knows no optimizer's rule.
#pragma once
#include <span>
#include <vector>

#include "nn/optimizers/optimizer.h"

namespace pelton::optimizers {

// The variables' bytes, to be written in place.
std::vector<Tensor> parameters_of(std::span<const Optimizer::Update> updates);
std::vector<Tensor> gradients_of(std::span<const Optimizer::Update> updates);
// The slots' bytes, in the order of the updates; empty where there are no slots.
std::vector<Tensor> slots_of(std::span<const Optimizer::Update> updates,
                             const std::vector<VariableRef>& slots);

}  // namespace pelton::optimizers
