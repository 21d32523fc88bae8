// Owns the gradient of branches and loops: a step of its own, which runs them again under a tape.
#pragma once
#include "autograd/custom_gradient.h"
#include "program/control/control_flow.h"

namespace pelton {

// The gradient of a performed `control` with respect to its `wanted` inputs, of every order: it
// computes the values anew and draws what was drawn. Raises unimplemented, when it is asked for,
// where `control` writes variables, and so cannot run again.
std::shared_ptr<CustomGradient> gradient_of(const ControlRef& control,
                                            std::span<const Tensor> inputs,
                                            std::span<const Tensor> outputs,
                                            std::optional<RandomStream> stream,
                                            const std::vector<bool>& wanted);

}  // namespace pelton
