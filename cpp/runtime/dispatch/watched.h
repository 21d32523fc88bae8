// Owns the question whether anybody sees the ops that are called one by one.
#pragma once
#include <algorithm>
#include <span>

#include "core/tensor.h"
#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"

namespace pelton {

// True while this thread has observers or the placement log is on: then calls must stay those that
// the program makes.
inline bool is_watched() {
  return !context().observers().empty() || runtime().log_device_placement();
}

inline bool any_is_symbolic(std::span<const Tensor> tensors) {
  return std::any_of(tensors.begin(), tensors.end(),
                     [](const Tensor& x) { return x.is_symbolic(); });
}

// Whether a program's ops are called one by one on these inputs: kernels need data.
inline bool is_op_by_op(std::span<const Tensor> inputs) {
  return is_watched() || any_is_symbolic(inputs);
}

}  // namespace pelton
