// Owns Philox 4x32-10, the counter-based random generator of Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3" (2011). The same words on every processor and thread count.
#pragma once
#include <cstdint>

#include "kernels/common/functors.h"

namespace pelton {

inline constexpr uint32_t kPhiloxMultipliers[2] = {0xD2511F53u, 0xCD9E8D57u};
inline constexpr uint32_t kPhiloxKeySteps[2] = {0x9E3779B9u, 0xBB67AE85u};
inline constexpr int kPhiloxRounds = 10;

struct PhiloxWords {
  uint32_t w[4];
  // Words 0 and 1 (half 0) or 2 and 3 (half 1) as one number, the first in the lower bits.
  PELTON_HD uint64_t wide(int half) const {
    return w[2 * half] | (uint64_t{w[2 * half + 1]} << 32);
  }
};

// Four random words. The counter is `block` (its lower half) and `offset` (its upper half).
PELTON_HD PhiloxWords philox(uint64_t key, uint64_t offset, uint64_t block) {
  auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  auto c0 = static_cast<uint32_t>(block), c1 = static_cast<uint32_t>(block >> 32);
  auto c2 = static_cast<uint32_t>(offset), c3 = static_cast<uint32_t>(offset >> 32);
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const uint64_t a = uint64_t{kPhiloxMultipliers[0]} * c0;
    const uint64_t b = uint64_t{kPhiloxMultipliers[1]} * c2;
    c0 = static_cast<uint32_t>(b >> 32) ^ c1 ^ k0;
    c1 = static_cast<uint32_t>(b);
    c2 = static_cast<uint32_t>(a >> 32) ^ c3 ^ k1;
    c3 = static_cast<uint32_t>(a);
    k0 += kPhiloxKeySteps[0];
    k1 += kPhiloxKeySteps[1];
  }
  return {{c0, c1, c2, c3}};
}

}  // namespace pelton
