// Owns the widening, narrowing and transposing copies. Must not know what is packed.
#include "kernels/cpu/gemm/pack.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

template <class S>
[[gnu::always_inline]] inline void widen_row(Compute<S>* to, const S* from, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<Compute<S>>(from[i]);
}

template <class S>
[[gnu::always_inline]] inline void narrow_row(S* to, const Compute<S>* from, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<S>(from[i]);
}

#if defined(__F16C__)
[[gnu::always_inline]] inline void widen_row(float* to, const Half* from, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(to + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
  for (; i < n; ++i) to[i] = _cvtsh_ss(from[i].bits);
}

[[gnu::always_inline]] inline void narrow_row(Half* to, const float* from, int64_t n) {
  constexpr int kNearestEven = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i),
                     _mm256_cvtps_ph(_mm256_loadu_ps(from + i), kNearestEven));
  for (; i < n; ++i) to[i].bits = _cvtss_sh(from[i], kNearestEven);
}
#endif

template <class T>
struct Four {
  typedef T type __attribute__((vector_size(4 * sizeof(T))));
  typedef T unaligned __attribute__((vector_size(4 * sizeof(T)), aligned(alignof(T)), may_alias));
};

// Writes the transpose of the four rows of a 4 x 4 block.
template <class T>
[[gnu::always_inline]] inline void store_transposed(T* to, int64_t to_step,
                                                    const typename Four<T>::type (&x)[4]) {
  using V = typename Four<T>::type;
  const V low01 = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
  const V high01 = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
  const V low23 = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
  const V high23 = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
  const V rows[4] = {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
                     __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
                     __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
                     __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
#pragma GCC unroll 4
  for (int r = 0; r < 4; ++r)
    *reinterpret_cast<typename Four<T>::unaligned*>(to + r * to_step) = rows[r];
}

template <class S>
void widen_strided(Compute<S>* to, int64_t to_step, const Matrix<const S>& from, int64_t rows,
                   int64_t cols) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c)
      widen_row(to + r * to_step + c, from.data + r * from.row_step + c * from.col_step, 1);
}

// The source's columns are contiguous: 4 x 4 blocks pass through registers.
template <class S>
void widen_transposed(Compute<S>* to, int64_t to_step, const Matrix<const S>& from, int64_t rows,
                      int64_t cols) {
  using T = Compute<S>;
  const int64_t whole_rows = rows / 4 * 4, whole_cols = cols / 4 * 4;
  for (int64_t r = 0; r < whole_rows; r += 4)
    for (int64_t c = 0; c < whole_cols; c += 4) {
      typename Four<T>::type block[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) {
        T lanes[4];
        widen_row(lanes, from.data + r + (c + i) * from.col_step, 4);
        block[i] = *reinterpret_cast<const typename Four<T>::unaligned*>(lanes);
      }
      store_transposed(to + r * to_step + c, to_step, block);
    }
  const Matrix<const S> right{from.data + whole_cols * from.col_step, 1, from.col_step};
  widen_strided(to + whole_cols, to_step, right, whole_rows, cols - whole_cols);
  const Matrix<const S> bottom{from.data + whole_rows, 1, from.col_step};
  widen_strided(to + whole_rows * to_step, to_step, bottom, rows - whole_rows, cols);
}

// Rows that do not follow each other: no hardware foresees where the next ones begin.
template <class S>
[[gnu::always_inline]] inline void fetch_ahead(const S* row, int64_t row_step, int64_t cols) {
  constexpr int64_t kRowsAhead = 8, kLine = 64 / static_cast<int64_t>(sizeof(S));
  for (int64_t c = 0; c < cols; c += kLine) __builtin_prefetch(row + kRowsAhead * row_step + c);
}

template <class S>
void widen(Compute<S>* to, int64_t to_step, const Matrix<const S>& from, int64_t rows,
           int64_t cols) {
  if (from.col_step == 1) {
    for (int64_t r = 0; r < rows; ++r) {
      const S* const row = from.data + r * from.row_step;
      if (from.row_step != cols) fetch_ahead(row, from.row_step, cols);
      widen_row(to + r * to_step, row, cols);
    }
  } else if (from.row_step == 1) {
    widen_transposed(to, to_step, from, rows, cols);
  } else {
    widen_strided(to, to_step, from, rows, cols);
  }
}

template <class S>
void narrow(S* to, int64_t to_step, const Compute<S>* from, int64_t from_step, int64_t rows,
            int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) narrow_row(to + r * to_step, from + r * from_step, cols);
}

}  // namespace

template <class Stored>
const PackTable<Stored>& pack_table() {
  static constexpr PackTable<Stored> table{widen<Stored>, narrow<Stored>};
  return table;
}
template const PackTable<Half>& pack_table<Half>();
template const PackTable<BFloat16>& pack_table<BFloat16>();
template const PackTable<float>& pack_table<float>();
template const PackTable<double>& pack_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
