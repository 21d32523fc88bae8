// Owns what becomes of the lanes of one register: one value, in a fixed order.
#pragma once
#include <type_traits>

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {

template <class T>
[[gnu::always_inline]] inline Vec<T> larger(const Vec<T>& a, const Vec<T>& b) {
  return a > b ? a : b;
}

// What combine() makes of all lanes.
template <class T, class F>
[[gnu::always_inline]] inline T combine_lanes(const Vec<T>& v, const F& combine) {
  T lanes[kLanes<T>];
  store(lanes, v);
  for (int half = kLanes<T> / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) lanes[i] = combine(lanes[i], lanes[i + half]);
  return lanes[0];
}

// The largest lane and the sum of all lanes, of float32 without a way through memory.
#if defined(__AVX2__)
[[gnu::always_inline]] inline float largest_of_eight(const __m256& v) {
  __m128 four = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  four = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
}
[[gnu::always_inline]] inline float sum_of_eight(const __m256& v) {
  __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  four = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}
#endif
#if defined(__AVX512F__)
[[gnu::always_inline]] inline __m256 lower_eight(const Vec<float>& v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
}
[[gnu::always_inline]] inline __m256 upper_eight(const Vec<float>& v) {
  return __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
}
[[gnu::always_inline]] inline float largest_float(const Vec<float>& v) {
  return largest_of_eight(_mm256_max_ps(lower_eight(v), upper_eight(v)));
}
[[gnu::always_inline]] inline float sum_of_floats(const Vec<float>& v) {
  return sum_of_eight(_mm256_add_ps(lower_eight(v), upper_eight(v)));
}
#elif defined(__AVX2__)
[[gnu::always_inline]] inline float largest_float(const Vec<float>& v) {
  return largest_of_eight(v);
}
[[gnu::always_inline]] inline float sum_of_floats(const Vec<float>& v) { return sum_of_eight(v); }
#else
[[gnu::always_inline]] inline float largest_float(const Vec<float>& v) {
  return combine_lanes<float>(v, [](float a, float b) { return a > b ? a : b; });
}
[[gnu::always_inline]] inline float sum_of_floats(const Vec<float>& v) {
  return combine_lanes<float>(v, [](float a, float b) { return a + b; });
}
#endif

template <class T>
[[gnu::always_inline]] inline T largest_lane(const Vec<T>& v) {
  if constexpr (std::is_same_v<T, float>)
    return largest_float(v);
  else
    return combine_lanes<T>(v, [](T a, T b) { return a > b ? a : b; });
}

template <class T>
[[gnu::always_inline]] inline T sum_of_lanes(const Vec<T>& v) {
  if constexpr (std::is_same_v<T, float>)
    return sum_of_floats(v);
  else
    return combine_lanes<T>(v, [](T a, T b) { return a + b; });
}

}  // namespace pelton::cpu::PELTON_ISA
