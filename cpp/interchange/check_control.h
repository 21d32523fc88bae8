// Owns check_control: whether a branch or loop of unknown origin can take what it is given, found
// out without running it.
#pragma once
#include <span>
#include <vector>

#include "program/control/control_flow.h"

namespace pelton {

// Descriptions of what `control` gives for tensors like `operands`, whose number is right. Raises
// invalid_argument, which names the body, for other dtypes or shapes than it takes, for bodies that
// give other ones than it says, and for what they refuse.
std::vector<Tensor> check_control(const ControlFlow& control, std::span<const Tensor> operands);

}  // namespace pelton
