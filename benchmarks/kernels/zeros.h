// Owns the operands of the benchmarks.
#pragma once
#include <cstring>

#include "runtime/memory.h"

namespace pelton {

// Zeros of any dtype are as quick to compute with as other numbers.
inline Tensor zeros_of(const Shape& shape, DType dtype) {
  const Tensor x = empty(shape, dtype);
  std::memset(x.data(), 0, static_cast<size_t>(x.bytes()));
  return x;
}

}  // namespace pelton
