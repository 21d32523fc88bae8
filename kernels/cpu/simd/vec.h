// Owns Vec, one register of the instruction set that this source is being compiled for, and that
// set's GEMM blocking. Everything inline lives in the namespace PELTON_ISA, and no header with
// shared inline code is included, so the linker can never pick an AVX body for baseline code.
#pragma once
#include <stdint.h>

#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// Registers of each set: kTileRows[v - 1] rows of v registers are kept in accumulators, which
// leaves room for v registers of B and the broadcast element of A. kPanelBytes of a B panel stay in
// the L1 cache while the rows of A pass by.
namespace pelton::cpu::generic {
struct Registers {
  static constexpr int kBytes = 16;
  static constexpr int kTileVectors = 2;
  static constexpr int kTileRows[] = {8, 6};
  static constexpr int kPanelBytes = 16384;
};
}  // namespace pelton::cpu::generic
namespace pelton::cpu::avx2 {
struct Registers {
  static constexpr int kBytes = 32;
  static constexpr int kTileVectors = 2;
  static constexpr int kTileRows[] = {8, 6};
  static constexpr int kPanelBytes = 16384;
};
}  // namespace pelton::cpu::avx2
namespace pelton::cpu::avx512 {
struct Registers {
  static constexpr int kBytes = 64;
  static constexpr int kTileVectors = 4;
  static constexpr int kTileRows[] = {12, 12, 8, 6};
  static constexpr int kPanelBytes = 32768;
};
}  // namespace pelton::cpu::avx512

namespace pelton::cpu::PELTON_ISA {

template <class T>
struct VecTypes {
  typedef T type __attribute__((vector_size(Registers::kBytes)));
  typedef T unaligned
      __attribute__((vector_size(Registers::kBytes), aligned(alignof(T)), may_alias));
};

template <class T>
using Vec = typename VecTypes<T>::type;

template <class T>
inline constexpr int kLanes = Registers::kBytes / static_cast<int>(sizeof(T));

// A number of rows or registers as a type, for loops that are unrolled by overloads.
template <int kCount>
struct Sequence {};

template <class T>
[[gnu::always_inline]] inline void load(Vec<T>& v, const T* from) {
  v = *reinterpret_cast<const typename VecTypes<T>::unaligned*>(from);
}

template <class T>
[[gnu::always_inline]] inline void store(T* to, const Vec<T>& v) {
  *reinterpret_cast<typename VecTypes<T>::unaligned*>(to) = v;
}

// x in every lane. Subtracting 0 changes no x, so the compiler leaves only the broadcast.
template <class T>
[[gnu::always_inline]] inline Vec<T> splat(T x) {
  return x - Vec<T>{};
}

// The first n lanes from memory, the others 0.
template <class T>
[[gnu::always_inline]] inline void load_first(Vec<T>& v, const T* from, int n) {
  T lanes[kLanes<T>] = {};
  for (int i = 0; i < n; ++i) lanes[i] = from[i];
  load(v, lanes);
}

template <class T>
[[gnu::always_inline]] inline void store_first(T* to, const Vec<T>& v, int n) {
  T lanes[kLanes<T>];
  store(lanes, v);
  for (int i = 0; i < n; ++i) to[i] = lanes[i];
}

// The same by masks, without the way through memory, where the instruction set has them.
#if defined(__AVX512F__)
[[gnu::always_inline]] inline __mmask16 first_lanes(int n) {
  return static_cast<__mmask16>((1u << n) - 1);
}
[[gnu::always_inline]] inline void load_first(Vec<float>& v, const float* from, int n) {
  v = _mm512_maskz_loadu_ps(first_lanes(n), from);
}
[[gnu::always_inline]] inline void store_first(float* to, const Vec<float>& v, int n) {
  _mm512_mask_storeu_ps(to, first_lanes(n), v);
}
#elif defined(__AVX2__)
[[gnu::always_inline]] inline __m256i first_lanes(int n) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
[[gnu::always_inline]] inline void load_first(Vec<float>& v, const float* from, int n) {
  v = _mm256_maskload_ps(from, first_lanes(n));
}
[[gnu::always_inline]] inline void store_first(float* to, const Vec<float>& v, int n) {
  _mm256_maskstore_ps(to, first_lanes(n), v);
}
#endif

// One register of which only the first `lanes` count: all of them but for the last of a row.
template <class T>
[[gnu::always_inline]] inline void load_lanes(Vec<T>& v, const T* from, int lanes) {
  if (lanes == kLanes<T>)
    load(v, from);
  else
    load_first(v, from, lanes);
}

template <class T>
[[gnu::always_inline]] inline void store_lanes(T* to, const Vec<T>& v, int lanes) {
  if (lanes == kLanes<T>)
    store(to, v);
  else
    store_first(to, v, lanes);
}

// Calls f(element, lanes) for the registers of a row of `count` elements.
template <class T, class F>
[[gnu::always_inline]] inline void for_lanes(int64_t count, const F& f) {
  int64_t i = 0;
  for (; i + kLanes<T> <= count; i += kLanes<T>) f(i, kLanes<T>);
  if (i < count) f(i, static_cast<int>(count - i));
}

// acc + a * b, fused (one rounding) where the instruction set has it.
template <class V>
[[gnu::always_inline]] inline void multiply_add(V& acc, const V& a, const V& b) {
  acc += a * b;
}
#if defined(__AVX512F__)
[[gnu::always_inline]] inline void multiply_add(__m512& acc, const __m512& a, const __m512& b) {
  acc = _mm512_fmadd_ps(a, b, acc);
}
[[gnu::always_inline]] inline void multiply_add(__m512d& acc, const __m512d& a, const __m512d& b) {
  acc = _mm512_fmadd_pd(a, b, acc);
}
#elif defined(__FMA__)
[[gnu::always_inline]] inline void multiply_add(__m256& acc, const __m256& a, const __m256& b) {
  acc = _mm256_fmadd_ps(a, b, acc);
}
[[gnu::always_inline]] inline void multiply_add(__m256d& acc, const __m256d& a, const __m256d& b) {
  acc = _mm256_fmadd_pd(a, b, acc);
}
#elif defined(__aarch64__)
[[gnu::always_inline]] inline void multiply_add(float32x4_t& acc, const float32x4_t& a,
                                                const float32x4_t& b) {
  acc = vfmaq_f32(acc, a, b);
}
[[gnu::always_inline]] inline void multiply_add(float64x2_t& acc, const float64x2_t& a,
                                                const float64x2_t& b) {
  acc = vfmaq_f64(acc, a, b);
}
#endif

}  // namespace pelton::cpu::PELTON_ISA
