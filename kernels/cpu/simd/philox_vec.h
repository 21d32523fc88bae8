// Owns Philox over a register of 64-bit lanes, one block per lane: the words of philox(), faster.
#pragma once
#include "kernels/common/philox.h"
#include "kernels/cpu/simd/vec.h"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace pelton::cpu::PELTON_ISA {

using Lanes64 = Vec<uint64_t>;

// The lower half of each lane times `factor`.
[[gnu::always_inline]] inline Lanes64 multiply_low(Lanes64 x, uint32_t factor) {
#if defined(__AVX512F__)
  // The masked form, because GCC 12 warns about the plain one's header.
  return (Lanes64)_mm512_maskz_mul_epu32(0xff, (__m512i)x, _mm512_set1_epi64(factor));
#elif defined(__AVX2__)
  return (Lanes64)_mm256_mul_epu32((__m256i)x, _mm256_set1_epi64x(factor));
#elif defined(__SSE2__)
  return (Lanes64)_mm_mul_epu32((__m128i)x, _mm_set1_epi64x(factor));
#else
  return (x & 0xffffffffu) * factor;
#endif
}

// The words of blocks [block, block + lanes): a[j] and b[j] are wide(0) and wide(1) of block + j.
// Between rounds only the lower half of a lane means anything.
[[gnu::always_inline]] inline void philox_lanes(uint64_t key, uint64_t offset, Lanes64 block,
                                                Lanes64& a, Lanes64& b) {
  auto k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  Lanes64 c0 = block, c1 = block >> 32;
  Lanes64 c2 = Lanes64{} + offset, c3 = Lanes64{} + (offset >> 32);
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const Lanes64 p = multiply_low(c0, kPhiloxMultiplierA);
    const Lanes64 q = multiply_low(c2, kPhiloxMultiplierB);
    c0 = (q >> 32) ^ c1 ^ k0;
    c1 = q;
    c2 = (p >> 32) ^ c3 ^ k1;
    c3 = p;
    k0 += kPhiloxKeyStepA;
    k1 += kPhiloxKeyStepB;
  }
  a = (c0 & 0xffffffffu) | (c1 << 32);
  b = (c2 & 0xffffffffu) | (c3 << 32);
}

// a and b become a[0], b[0], a[1], b[1], ...
[[gnu::always_inline]] inline void interleave(Lanes64& a, Lanes64& b) {
  const Lanes64 x = a, y = b;
#if defined(__AVX512F__)
  a = __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
  b = __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
#elif defined(__AVX2__)
  a = __builtin_shufflevector(x, y, 0, 4, 1, 5);
  b = __builtin_shufflevector(x, y, 2, 6, 3, 7);
#else
  a = __builtin_shufflevector(x, y, 0, 2);
  b = __builtin_shufflevector(x, y, 1, 3);
#endif
}

}  // namespace pelton::cpu::PELTON_ISA
