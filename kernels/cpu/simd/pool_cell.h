// Owns how one register of a pool's windows is written: the winners' cells, bias and activation.
#pragma once
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {

template <class T>
using Lanes = decltype(Vec<T>{} > Vec<T>{});

// The low byte of each lane.
template <class T>
[[gnu::always_inline]] inline void store_cells(uint8_t* to, const Lanes<T>& cells, int lanes) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4) {
    const auto all = static_cast<__mmask16>((1u << lanes) - 1);
    _mm512_mask_cvtepi32_storeu_epi8(to, all, reinterpret_cast<const __m512i&>(cells));
    return;
  }
#elif defined(__AVX2__)
  if (sizeof(T) == 4 && lanes == kLanes<T>) {
    const __m256i all = reinterpret_cast<const __m256i&>(cells);
    const __m128i words =
        _mm_packs_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(words, words));
    return;
  }
#endif
  for (int i = 0; i < lanes; ++i) to[i] = static_cast<uint8_t>(cells[i]);
}

template <class T, bool kRelu>
[[gnu::always_inline]] inline void finish(T* y, const Vec<T>& largest, const T* bias, int lanes) {
  Vec<T> shift;
  load_lanes(shift, bias, lanes);
  Vec<T> sum = largest + shift;
  if constexpr (kRelu) sum = sum < Vec<T>{} ? Vec<T>{} : sum;  // NaN stays
  store_lanes(y, sum, lanes);
}

}  // namespace pelton::cpu::PELTON_ISA
