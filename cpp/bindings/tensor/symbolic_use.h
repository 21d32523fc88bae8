// Owns what Python is told that reads the values of a symbolic tensor, which has none.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/tensor/tensor_type.h"
#include "core/tensor.h"

namespace pelton::bindings {

inline bool is_symbolic(PyObject* object) {
  return is_tensor(object) && unwrap(object).is_symbolic();
}

enum class SymbolicUse { truth, number, index, iteration, length, numpy, array, text };

// Raises TensorFlow's class for this use, naming the tensor, the line of the user's code that did
// it, and what to use instead.
[[noreturn]] void refuse_symbolic(const Tensor& tensor, SymbolicUse use);

}  // namespace pelton::bindings
