// Owns how C++ code calls a Python function of tensors.
#pragma once
#include <span>
#include <vector>

#include "bindings/held_object.h"
#include "core/tensor.h"

namespace pelton::bindings {

// What function([tensors]) returns, as tensors; none for None.
std::vector<Tensor> call_back(const HeldObject& function, std::span<const Tensor> tensors);

}  // namespace pelton::bindings
