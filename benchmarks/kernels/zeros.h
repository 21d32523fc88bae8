// Owns the operands of the benchmarks.
#pragma once
#include <cstdint>
#include <cstring>

#include "runtime/memory/memory.h"

namespace pelton {

// Zeros of any dtype are as quick to compute with as other numbers.
inline Tensor zeros_of(const Shape& shape, DType dtype) {
  const Tensor x = empty(shape, dtype);
  std::memset(x.data(), 0, static_cast<size_t>(x.bytes()));
  return x;
}

// Numbers of [-1, 1), for kernels whose work depends on them.
inline Tensor random_of(const Shape& shape, uint64_t seed) {
  const Tensor x = empty(shape, DType::float32);
  for (int64_t i = 0; i < x.size(); ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    x.data_as<float>()[i] = static_cast<float>(static_cast<int32_t>(seed >> 32)) * 0x1p-31f;
  }
  return x;
}

}  // namespace pelton
