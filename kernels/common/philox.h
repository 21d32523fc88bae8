// Owns Philox 4x32-10, the counter-based random generator of Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3" (2011). The same words on every processor and thread count.
#pragma once
#include <cstdint>

#include "kernels/common/functors/functors.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

// Four scalars: device code cannot read an array of the host's.
inline constexpr uint32_t kPhiloxMultiplierA = 0xD2511F53u, kPhiloxMultiplierB = 0xCD9E8D57u;
inline constexpr uint32_t kPhiloxKeyStepA = 0x9E3779B9u, kPhiloxKeyStepB = 0xBB67AE85u;
inline constexpr int kPhiloxRounds = 10;

struct PhiloxWords {
  uint32_t w[4];
  // Words 0 and 1 (half 0) or 2 and 3 (half 1) as one number, the first in the lower bits.
  PELTON_HD uint64_t wide(int half) const {
    return w[2 * half] | (uint64_t{w[2 * half + 1]} << 32);
  }
  // The `i`-th of the four 32-bit or two 64-bit words.
  template <class Word>
  PELTON_HD Word get(int i) const {
    if constexpr (sizeof(Word) == 4)
      return w[i];
    else
      return wide(i);
  }
};

// Four random words. The counter is `block` (its lower half) and `offset` (its upper half).
PELTON_HD PhiloxWords philox(uint64_t key, uint64_t offset, uint64_t block) {
  auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  auto c0 = static_cast<uint32_t>(block), c1 = static_cast<uint32_t>(block >> 32);
  auto c2 = static_cast<uint32_t>(offset), c3 = static_cast<uint32_t>(offset >> 32);
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const uint64_t a = uint64_t{kPhiloxMultiplierA} * c0;
    const uint64_t b = uint64_t{kPhiloxMultiplierB} * c2;
    c0 = static_cast<uint32_t>(b >> 32) ^ c1 ^ k0;
    c1 = static_cast<uint32_t>(b);
    c2 = static_cast<uint32_t>(a >> 32) ^ c3 ^ k1;
    c3 = static_cast<uint32_t>(a);
    k0 += kPhiloxKeyStepA;
    k1 += kPhiloxKeyStepB;
  }
  return {{c0, c1, c2, c3}};
}

// The words of a stream's block of number `block`.
PELTON_HD PhiloxWords stream_block(const RandomStream& stream, uint64_t block) {
  return philox(static_cast<uint64_t>(stream.key), static_cast<uint64_t>(stream.offset),
                static_cast<uint64_t>(stream.block) + block);
}

// The random word of number `index`: a block is four 32-bit words or two 64-bit ones.
template <class Word>
PELTON_HD Word stream_word(const RandomStream& stream, int64_t index) {
  constexpr uint64_t kWords = sizeof(PhiloxWords) / sizeof(Word);
  const PhiloxWords words = stream_block(stream, static_cast<uint64_t>(index) / kWords);
  return words.template get<Word>(static_cast<int>(static_cast<uint64_t>(index) % kWords));
}

// The stream of a seed of two integers, mixed so that no part of it need be random: TensorFlow's.
// Of the words two are the key, two the upper half of the counter.
PELTON_HD RandomStream scrambled(int64_t first, int64_t second) {
  constexpr uint64_t kKey = 0x02461e293ec8f720u;
  const PhiloxWords words =
      philox(kKey, static_cast<uint64_t>(second), static_cast<uint64_t>(first));
  return {static_cast<int64_t>(words.wide(0)), static_cast<int64_t>(words.wide(1)), 0};
}

}  // namespace pelton
