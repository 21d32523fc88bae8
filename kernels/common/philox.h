// Owns Philox 4x32-10, the counter-based random generator of Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3" (2011). The same words on every processor and thread count.
#pragma once
#include <cstdint>

#include "kernels/common/functors.h"

namespace pelton {

// Four random words per lane: lane j's are w[0][j] to w[3][j].
template <int kLanes>
struct PhiloxWords {
  uint32_t w[4][kLanes];
};

// The words of kLanes blocks from `block` on. The counter is the block (its lower half) and
// `offset` (its upper half); loops over lanes, so that many of them vectorise.
template <int kLanes>
PELTON_HD PhiloxWords<kLanes> philox(uint64_t key, uint64_t offset, uint64_t block) {
  PhiloxWords<kLanes> c;
  for (int j = 0; j < kLanes; ++j) {
    c.w[0][j] = static_cast<uint32_t>(block + static_cast<uint64_t>(j));
    c.w[1][j] = static_cast<uint32_t>((block + static_cast<uint64_t>(j)) >> 32);
    c.w[2][j] = static_cast<uint32_t>(offset);
    c.w[3][j] = static_cast<uint32_t>(offset >> 32);
  }
  auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    for (int j = 0; j < kLanes; ++j) {
      const uint64_t a = uint64_t{0xD2511F53u} * c.w[0][j];
      const uint64_t b = uint64_t{0xCD9E8D57u} * c.w[2][j];
      c.w[0][j] = static_cast<uint32_t>(b >> 32) ^ c.w[1][j] ^ k0;
      c.w[1][j] = static_cast<uint32_t>(b);
      c.w[2][j] = static_cast<uint32_t>(a >> 32) ^ c.w[3][j] ^ k1;
      c.w[3][j] = static_cast<uint32_t>(a);
    }
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

}  // namespace pelton
