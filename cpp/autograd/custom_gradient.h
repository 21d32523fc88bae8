// Owns CustomGradient, a gradient that the user defines.
#pragma once
#include <span>
#include <vector>

#include "core/tensor.h"

namespace pelton {

// Given output gradients, returns one per input (may be undefined). Must call public ops only, so
// that higher order works.
class CustomGradient {
 public:
  virtual ~CustomGradient() = default;
  virtual std::vector<Tensor> operator()(std::span<const Tensor> output_grads) = 0;
};

}  // namespace pelton
