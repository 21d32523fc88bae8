// Owns SeedWords: a seed of two integers that lies in memory, which kernels read where they run.
#pragma once
#include "kernels/common/philox.h"

namespace pelton::random {

struct SeedWords {
  SeedWords() = default;
  explicit SeedWords(const TensorView& seed) : data(seed.data), dtype(seed.dtype) {}
  PELTON_HD int64_t word(int i) const {
    if (dtype == DType::int64) return static_cast<const int64_t*>(data)[i];
    if (dtype == DType::int32) return static_cast<const int32_t*>(data)[i];
    return static_cast<const uint32_t*>(data)[i];
  }
  // Where the numbers of this seed start.
  PELTON_HD RandomStream stream() const { return scrambled(word(0), word(1)); }
  const void* data = nullptr;
  DType dtype = DType::int64;
};

}  // namespace pelton::random
