// Owns the random bits that a seed of two words decides: a hash of each element's number under two
// keys. Multipliers of MurmurHash3's finalizer and the golden ratio's bits (both public domain).
#pragma once
#include <cstdint>

#include "kernels/common/functors/functors.h"

namespace pelton::random {

class SeededBits {
 public:
  PELTON_HD explicit SeededBits(const uint32_t* seed) {
    const uint32_t one = mixed(seed[0] + kGolden);
    second_ = mixed(seed[1] ^ one);
    first_ = mixed(one ^ second_ * kGolden);
  }
  PELTON_HD uint32_t operator()(uint32_t i) const {
    uint32_t x = (i ^ first_) * kFirst;
    x = ((x ^ x >> 15) + second_) * kSecond;
    x = (x ^ x >> 13) * kFirst;
    return x ^ x >> 16;
  }

 private:
  static constexpr uint32_t kFirst = 0x85EBCA6B, kSecond = 0xC2B2AE35, kGolden = 0x9E3779B9;
  PELTON_HD static uint32_t mixed(uint32_t x) {
    x = (x ^ x >> 16) * kFirst;
    x = (x ^ x >> 13) * kSecond;
    return x ^ x >> 16;
  }

  uint32_t first_, second_;
};

}  // namespace pelton::random
