// Owns the loops over lists of nonzero gradients: building them, and sums of the runs of elements
// that they point to, kept in registers. Must not know convolutions.
#include "kernels/cpu/conv_sparse.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// Accumulators of one combination; the rest of the registers hold the factor and what is loaded.
constexpr int kRegisters = Registers::kBytes == 64 ? 24 : 12;
constexpr int kMostVectors = 12;
constexpr int kMostRows = 5;
constexpr RegisterLimits kLimits{kRegisters, kMostRows, kMostVectors};

// acc += value * the run of elements from `from` on.
template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_term(Vec<T> (&acc)[kRows][kVectors], const Term<T>& term,
                                            const T* from, int64_t from_step) {
  const Vec<T> factor = splat(term.value);
  from += term.offset;
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      Vec<T> x;
      load(x, from + r * from_step + v * kLanes<T>);
      multiply_add(acc[r][v], factor, x);
    }
}

// Adds acc to sum; only `tail` lanes of a row's last register count.
template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_sums(const Combination<T>& c,
                                            const Vec<T> (&acc)[kRows][kVectors]) {
  using Lanes = decltype(Vec<T>{} > Vec<T>{});
  const auto tail = static_cast<int>(c.cols) - (kVectors - 1) * kLanes<T>;
  Lanes inside;
  for (int i = 0; i < kLanes<T>; ++i) inside[i] = i < tail ? -1 : 0;
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      T* const to = c.sum + r * c.sum_step + v * kLanes<T>;
      Vec<T> old;
      load(old, to);
      const Vec<T> sum = old + acc[r][v];
      store(to, v + 1 < kVectors || tail == kLanes<T> ? sum : (inside ? sum : old));
    }
}

// Few accumulators are doubled, so that terms need not wait for each other.
template <class T, int kRows, int kVectors>
void combine_of(const Combination<T>& c) {
  constexpr int kWays = kRows * kVectors <= 2 ? 4 : (kRows * kVectors <= 4 ? 2 : 1);
  Vec<T> acc[kWays][kRows][kVectors] = {};
  const Term<T>* const terms = c.terms;
  const T* const from = c.from;
  const int64_t from_step = c.from_step, count = c.count;
  int64_t t = 0;
  for (; t + kWays <= count; t += kWays)
#pragma GCC unroll 4
    for (int w = 0; w < kWays; ++w)
      add_term<T, kRows, kVectors>(acc[w], terms[t + w], from, from_step);
  if constexpr (kWays > 1) {
    for (; t < count; ++t) add_term<T, kRows, kVectors>(acc[0], terms[t], from, from_step);
    for (int w = 1; w < kWays; ++w)
      for (int r = 0; r < kRows; ++r)
        for (int v = 0; v < kVectors; ++v) acc[0][r][v] += acc[w][r][v];
  }
  add_sums<T, kRows, kVectors>(c, acc[0]);
}

template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void by_vectors(const Combination<T>& c, int64_t vectors,
                                              Sequence<kVectors>) {
  if (vectors == kVectors) return combine_of<T, kRows, kVectors>(c);
  if constexpr (kVectors > 1) by_vectors<T, kRows>(c, vectors, Sequence<kVectors - 1>{});
}

template <class T, int kRows>
[[gnu::always_inline]] inline void by_rows(const Combination<T>& c, int64_t vectors,
                                           Sequence<kRows>) {
  constexpr int kMost = kRegisters / kRows < kMostVectors ? kRegisters / kRows : kMostVectors;
  if (c.rows == kRows) return by_vectors<T, kRows>(c, vectors, Sequence<kMost>{});
  if constexpr (kRows > 1) by_rows<T>(c, vectors, Sequence<kRows - 1>{});
}

template <class T>
void combine(const Combination<T>& c) {
  by_rows<T>(c, (c.cols + kLanes<T> - 1) / kLanes<T>, Sequence<kMostRows>{});
}

// 1 unless x is 0 or -0; on the bits, which takes half the instructions of a comparison with NaN.
[[gnu::always_inline]] inline int32_t is_not_zero(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits << 1 != 0;
}
[[gnu::always_inline]] inline int32_t is_not_zero(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits << 1 != 0;
}

// Every term is written, and the next one overwrites those without a gradient: no branch to guess.
template <class T>
int64_t channel_terms(const WindowGrads<T>& w, int64_t channel, const int32_t* bases,
                      const int32_t* shifts, Term<T>* terms) {
  const T* grad = w.grads + channel;
  const uint8_t* cell = w.cells + channel;
  int64_t count = 0;
  for (int64_t i = 0; i < w.windows; ++i, grad += w.channels, cell += w.cell_step) {
    terms[count] = {*grad, bases[i] + shifts[*cell]};
    count += is_not_zero(*grad);
  }
  return count;
}

template <class T>
void window_terms(const WindowGrads<T>& w, int64_t window, int32_t step, Term<T>* terms,
                  int32_t* counts) {
  const T* const grads = w.grads + window * w.channels;
  const uint8_t* const cells = w.cells + window * w.cell_step;
  const int64_t room = w.channels + 1;
  for (int64_t c = 0; c < w.channels; ++c) {
    const int64_t cell = cells[c];
    const int32_t count = counts[cell];
    terms[cell * room + count] = {grads[c], static_cast<int32_t>(c) * step};
    counts[cell] = count + is_not_zero(grads[c]);
  }
}

// The gradients of one window, each register with those of one cell and zeros for the others.
template <class T>
[[gnu::always_inline]] inline void grads_by_cell(Vec<T> (&by_cell)[kWindowCells], const T* grads,
                                                 const uint8_t* cells, int lanes) {
  using Lanes = decltype(Vec<T>{} > Vec<T>{});
  Vec<T> grad;
  load_lanes(grad, grads, lanes);
  uint8_t bytes[kLanes<T>] = {};
  if (lanes == kLanes<T>)
    __builtin_memcpy(bytes, cells, kLanes<T>);
  else
    for (int i = 0; i < lanes; ++i) bytes[i] = cells[i];
  Lanes cell{};
#pragma GCC unroll 16
  for (int i = 0; i < kLanes<T>; ++i) cell[i] = bytes[i];
#pragma GCC unroll 4
  for (int q = 0; q < kWindowCells; ++q) by_cell[q] = cell == q ? grad : Vec<T>{};
}

// All taps of one register of channels are summed in registers.
template <class T>
void window_sums(const WindowSums<T>& s) {
  const WindowGrads<T>& w = s.windows;
  for_lanes<T>(w.channels, [&](int64_t c, int lanes) {
    Vec<T> acc[kWindowTaps] = {};
    const T* grads = w.grads + c;
    const uint8_t* cells = w.cells + c;
    const int32_t* const offsets = s.offsets;
    for (int64_t i = 0; i < w.windows; ++i, grads += w.channels, cells += w.cell_step) {
      Vec<T> by_cell[kWindowCells];
      grads_by_cell(by_cell, grads, cells, lanes);
      const T* const from = s.from + s.bases[i];
#pragma GCC unroll 9
      for (int t = 0; t < kWindowTaps; ++t)
#pragma GCC unroll 4
        for (int q = 0; q < kWindowCells; ++q)
          multiply_add(acc[t], by_cell[q], splat(from[offsets[t * kWindowCells + q]]));
    }
    for (int64_t t = 0; t < s.taps; ++t)
      for (int i = 0; i < lanes; ++i) s.sums[(c + i) * s.sum_step + s.places[t]] += acc[t][i];
  });
}

}  // namespace

template <class T>
const SparseTable<T>& sparse_table() {
  static constexpr SparseTable<T> table{combine<T>,     channel_terms<T>, window_terms<T>,
                                        window_sums<T>, kLanes<T>,        kLimits};
  return table;
}
template const SparseTable<float>& sparse_table<float>();
template const SparseTable<double>& sparse_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
