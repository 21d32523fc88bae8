// Owns how the bytes of strings live on: outputs keep what their elements point to, also where a
// kernel only moved the elements.
#pragma once
#include <span>

#include "core/tensor.h"

namespace pelton {

inline bool any_strings(std::span<const Tensor> tensors) {
  for (const Tensor& tensor : tensors)
    if (tensor.dtype() == DType::string) return true;
  return false;
}

// Lets each output of strings whose kernel has not said otherwise keep the bytes of all inputs of
// strings; where those are many, the output gets bytes of its own.
void keep_strings(std::span<const Tensor> inputs, std::span<const Tensor> outputs);

// Lets the first input, which an op in place writes into, keep the bytes of the others too.
void keep_strings_in_place(std::span<const Tensor> inputs);

}  // namespace pelton
