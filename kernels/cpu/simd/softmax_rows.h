// Owns the passes over a row of adjacent logits: its largest one, the exponentials relative to a
// shift with their sum, and products by one factor. A NaN may be overlooked by the first: the
// exponentials have it.
#pragma once
#include <limits>

#include "kernels/cpu/simd/exp_lanes.h"
#include "kernels/cpu/simd/lane_folds.h"

namespace pelton::cpu::PELTON_ISA {

template <class T>
inline constexpr T kLowest = -std::numeric_limits<T>::infinity();

// The first n lanes from memory, the others -infinity.
template <class T>
[[gnu::always_inline]] inline void load_logits(Vec<T>& v, const T* from, int n) {
  if (n == kLanes<T>) return load(v, from);
  T lanes[kLanes<T>];
  for (int i = 0; i < kLanes<T>; ++i) lanes[i] = i < n ? from[i] : kLowest<T>;
  load(v, lanes);
}
#if defined(__AVX512F__)
[[gnu::always_inline]] inline void load_logits(Vec<float>& v, const float* from, int n) {
  v = _mm512_mask_loadu_ps(splat(kLowest<float>), first_lanes(n), from);
}
#elif defined(__AVX2__)
[[gnu::always_inline]] inline void load_logits(Vec<float>& v, const float* from, int n) {
  const __m256i lanes = first_lanes(n);
  v = _mm256_blendv_ps(splat(kLowest<float>), _mm256_maskload_ps(from, lanes),
                       _mm256_castsi256_ps(lanes));
}
#endif

template <class T>
T largest_logit(const T* x, int64_t n) {
  constexpr int64_t kStep = kLanes<T>;
  Vec<T> a = splat(kLowest<T>), b = a, v;
  int64_t i = 0;
  for (; i + 2 * kStep <= n; i += 2 * kStep) {
    load(v, x + i);
    a = larger<T>(v, a);
    load(v, x + i + kStep);
    b = larger<T>(v, b);
  }
  for (; i < n; i += kStep) {
    load_logits(v, x + i, static_cast<int>(n - i < kStep ? n - i : kStep));
    a = larger<T>(v, a);
  }
  return largest_lane<T>(larger<T>(a, b));
}

// Writes exp(x - shift) to y, unless y is null, and returns their sum.
template <class T>
T exponentials_of(const T* x, T shift, T* y, int64_t n) {
  constexpr int64_t kStep = kLanes<T>;
  const Vec<T> from = splat(shift);
  Vec<T> a{}, b{}, v;
  int64_t i = 0;
  const auto add = [&](Vec<T>& sum, int64_t at) {
    load(v, x + at);
    v = exp_lanes(Vec<T>(v - from));
    sum += v;
    if (y != nullptr) store(y + at, v);
  };
  for (; i + 2 * kStep <= n; i += 2 * kStep) {
    add(a, i);
    add(b, i + kStep);
  }
  if (i + kStep <= n) {
    add(a, i);
    i += kStep;
  }
  if (i < n) {
    load_logits(v, x + i, static_cast<int>(n - i));
    v = exp_lanes(Vec<T>(v - from));
    b += v;
    if (y != nullptr) store_first(y + i, v, static_cast<int>(n - i));
  }
  return sum_of_lanes<T>(Vec<T>(a + b));
}

template <class T>
void multiply_row(T* y, T factor, int64_t n) {
  const Vec<T> by = splat(factor);
  Vec<T> v;
  for_lanes<T>(n, [&](int64_t i, int lanes) {
    load_lanes(v, y + i, lanes);
    v *= by;
    store_lanes(y + i, v, lanes);
  });
}

// Softmax of a row that fits one register, of 1 to kLanes<T> logits.
template <class T>
[[gnu::always_inline]] inline void softmax_of_register(const T* x, T* y, int n) {
  Vec<T> v;
  load_logits(v, x, n);
  const T most = largest_lane<T>(v);
  v = exp_lanes(Vec<T>(v - splat(most == kLowest<T> ? T(0) : most)));
  v *= splat(T(1) / sum_of_lanes<T>(v));
  store_lanes(y, v, n);
}

}  // namespace pelton::cpu::PELTON_ISA
