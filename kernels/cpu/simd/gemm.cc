// Owns the register-blocked batch-reduce GEMM micro-kernels. Must not know who cuts the problem up.
#include "kernels/cpu/gemm/gemm.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// The sum of one tile is kept in kRows x kVectors registers and only then added to C, whose last
// register of a row may be cut off after `tail` lanes.
template <class T>
[[gnu::always_inline]] inline void write(T* c, Vec<T> sum, bool accumulate, int tail) {
  Vec<T> old{};
  if (tail == kLanes<T>) {
    if (accumulate) load(old, c);
    store(c, accumulate ? sum + old : sum);
  } else {
    if (accumulate) load_first(old, c, tail);
    store_first(c, accumulate ? sum + old : sum, tail);
  }
}

template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void write(const GemmPanel<T>& p, int64_t row,
                                         const Vec<T> (&sum)[kRows][kVectors]) {
  const int tail = static_cast<int>(p.cols) - (kVectors - 1) * kLanes<T>;
  const bool accumulate = p.accumulate;  // a local: the stores to C could alias the panel
  T* const c = p.c;
  const int64_t* const rows = p.c_rows + row;
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v)
      write(c + rows[r] + v * kLanes<T>, sum[r][v], accumulate,
            v + 1 < kVectors ? kLanes<T> : tail);
  }
}

// sum[r][v] += a[r][at] * register v of b.
template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_product(Vec<T> (&sum)[kRows][kVectors],
                                               const T* const (&a)[kRows], int64_t at, const T* b) {
  Vec<T> right[kVectors];
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) load(right[v], b + v * kLanes<T>);
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    const Vec<T> left = splat(a[r][at]);
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) multiply_add(sum[r][v], left, right[v]);
  }
}

// The unroll pragmas keep `sum` in registers from the beginning to the end.
template <class T, int kRows, int kVectors>
void tile(const GemmPanel<T>& p, int64_t row) {
  Vec<T> sum[kRows][kVectors];
  const T* a[kRows];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    a[r] = p.a + p.a_rows[row + r];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sum[r][v] = Vec<T>{};
  }
  const int64_t depth = p.depth, a_step = p.a_step, b_step = p.b_step;
  if (p.a_offsets != nullptr) {
    const T* b = p.b + p.b_blocks[0];
    const int64_t* const offsets = p.a_offsets;
    for (int64_t k = 0; k < depth; ++k, b += b_step)
      add_product<T, kRows, kVectors>(sum, a, offsets[k], b);
    return write(p, row, sum);
  }
  for (int64_t q = 0; q < p.blocks; ++q) {
    const T* b = p.b + p.b_blocks[q];
    int64_t at = p.a_blocks[q];
    for (int64_t k = 0; k < depth; ++k, at += a_step, b += b_step)
      add_product<T, kRows, kVectors>(sum, a, at, b);
  }
  write(p, row, sum);
}

// Calls tile<T, r, kVectors> for the run-time r, 1 <= r <= kRows.
template <class T, int kVectors, int kRows>
[[gnu::always_inline]] inline void tile_of(const GemmPanel<T>& p, int64_t row, int64_t r,
                                           Sequence<kRows>) {
  if (r == kRows) return tile<T, kRows, kVectors>(p, row);
  if constexpr (kRows > 1) tile_of<T, kVectors>(p, row, r, Sequence<kRows - 1>{});
}

// Cuts the rows into tiles of nearly equal height: 9 rows are 5 + 4, not 6 + 3.
template <class T, int kVectors>
void panel_of(const GemmPanel<T>& p) {
  constexpr int kRows = Registers::kTileRows[kVectors - 1];
  int64_t row = 0;
  for (int64_t tiles = (p.rows + kRows - 1) / kRows; tiles > 0; --tiles) {
    const int64_t r = (p.rows - row + tiles - 1) / tiles;
    tile_of<T, kVectors>(p, row, r, Sequence<kRows>{});
    row += r;
  }
}

template <class T, int kVectors>
[[gnu::always_inline]] inline void panel_by_width(const GemmPanel<T>& p, Sequence<kVectors>) {
  if constexpr (kVectors > 1)
    if (p.cols <= (kVectors - 1) * kLanes<T>) return panel_by_width(p, Sequence<kVectors - 1>{});
  panel_of<T, kVectors>(p);
}

template <class T>
void panel(const GemmPanel<T>& p) {
  panel_by_width(p, Sequence<Registers::kTileVectors>{});
}

template <class T>
[[gnu::always_inline]] inline T sum_lanes(const Vec<T>& v) {
  T lanes[kLanes<T>];
  store(lanes, v);
  for (int half = kLanes<T> / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  return lanes[0];
}

// Four rows at a time share the loads of `a`; two accumulators each hide the latency.
template <class T, int kRows>
void dot_rows(T* out, const T* a, const T* b, int64_t b_step, int64_t depth) {
  Vec<T> acc[kRows][2] = {};
  int64_t k = 0;
  for (; k + 2 * kLanes<T> <= depth; k += 2 * kLanes<T>) {
    Vec<T> left[2];
    for (int h = 0; h < 2; ++h) load(left[h], a + k + h * kLanes<T>);
    for (int r = 0; r < kRows; ++r)
      for (int h = 0; h < 2; ++h) {
        Vec<T> right;
        load(right, b + r * b_step + k + h * kLanes<T>);
        multiply_add(acc[r][h], left[h], right);
      }
  }
  for (int h = 0; k < depth; k += kLanes<T>, h = 1) {
    const int n = static_cast<int>(depth - k < kLanes<T> ? depth - k : kLanes<T>);
    Vec<T> left, right;
    load_first(left, a + k, n);
    for (int r = 0; r < kRows; ++r) {
      load_first(right, b + r * b_step + k, n);
      multiply_add(acc[r][h], left, right);
    }
  }
  for (int r = 0; r < kRows; ++r) out[r] = sum_lanes<T>(acc[r][0] + acc[r][1]);
}

// Rows of few numbers one behind the other, such as the colours of pixels: rows fill the registers.
template <class T, int kDepth>
void short_dots(T* out, const T* a, const T* b, int64_t rows) {
  T left[kDepth];
  for (int k = 0; k < kDepth; ++k) left[k] = a[k];
  for (int64_t r = 0; r < rows; ++r, b += kDepth) {
    T sum = left[0] * b[0];
    for (int k = 1; k < kDepth; ++k) sum += left[k] * b[k];
    out[r] = sum;
  }
}

template <class T>
void dots(T* out, const T* a, const T* b, int64_t b_step, int64_t rows, int64_t depth) {
  if (b_step == depth && depth == 2) return short_dots<T, 2>(out, a, b, rows);
  if (b_step == depth && depth == 3) return short_dots<T, 3>(out, a, b, rows);
  if (b_step == depth && depth == 4) return short_dots<T, 4>(out, a, b, rows);
  int64_t r = 0;
  for (; r + 4 <= rows; r += 4) dot_rows<T, 4>(out + r, a, b + r * b_step, b_step, depth);
  for (; r < rows; ++r) dot_rows<T, 1>(out + r, a, b + r * b_step, b_step, depth);
}

// Up to eight registers of one row at a time: wide enough to use whole cache lines and pages.
template <class T, int kVectors>
void row_piece(T* out, const T* a, int64_t a_step, const T* b, int64_t b_step, int64_t depth) {
  Vec<T> sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) sum[v] = Vec<T>{};
  for (int64_t k = 0; k < depth; ++k, b += b_step) {
    const Vec<T> left = splat(a[k * a_step]);
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      Vec<T> right;
      load(right, b + v * kLanes<T>);
      multiply_add(sum[v], left, right);
    }
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) store(out + v * kLanes<T>, sum[v]);
}

template <class T>
void row_tail(T* out, const T* a, int64_t a_step, const T* b, int64_t b_step, int cols,
              int64_t depth) {
  Vec<T> sum{}, right;
  for (int64_t k = 0; k < depth; ++k) {
    load_first(right, b + k * b_step, cols);
    multiply_add(sum, splat(a[k * a_step]), right);
  }
  store_first(out, sum, cols);
}

template <class T>
void row(T* out, const T* a, int64_t a_step, const T* b, int64_t b_step, int64_t cols,
         int64_t depth) {
  int64_t j = 0;
  for (; j + 8 * kLanes<T> <= cols; j += 8 * kLanes<T>)
    row_piece<T, 8>(out + j, a, a_step, b + j, b_step, depth);
  for (; j + kLanes<T> <= cols; j += kLanes<T>)
    row_piece<T, 1>(out + j, a, a_step, b + j, b_step, depth);
  if (j < cols) row_tail(out + j, a, a_step, b + j, b_step, static_cast<int>(cols - j), depth);
}

}  // namespace

template <class T>
const GemmTable<T>& gemm_table() {
  static constexpr GemmTable<T> table{
      panel<T>,
      dots<T>,
      row<T>,
      kLanes<T>,
      Registers::kTileVectors * kLanes<T>,
      Registers::kPanelBytes / (Registers::kTileVectors * Registers::kBytes)};
  return table;
}
template const GemmTable<float>& gemm_table<float>();
template const GemmTable<double>& gemm_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
