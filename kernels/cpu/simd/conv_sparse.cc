// Owns the loops over nonzero gradients: listing them or their bits, and sums of the runs of
// elements that they point to, kept in registers. Must not know convolutions.
#include "kernels/cpu/conv/conv_sparse.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// Accumulators of one block of sums; the rest of the registers hold the factor and what is loaded.
constexpr int kRegisters = Registers::kBytes == 64 ? 24 : 12;
constexpr int kMostVectors = 12;
constexpr int kMostRows = 5;
constexpr RegisterLimits kLimits{kRegisters, kMostRows, kMostVectors};

// acc += value * the runs of elements from `from` on, `step` elements apart.
template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_term(Vec<T> (&acc)[kRows][kVectors], T value, const T* from,
                                            int64_t step) {
  const Vec<T> factor = splat(value);
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r, from += step)
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      Vec<T> x;
      load(x, from + v * kLanes<T>);
      multiply_add(acc[r][v], factor, x);
    }
}

// Adds acc to sum; only `tail` lanes of a row's last register count.
template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_sums(T* sum, int64_t sum_step, int tail,
                                            const Vec<T> (&acc)[kRows][kVectors]) {
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r, sum += sum_step)
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v) {
      Vec<T> old;
      load(old, sum + v * kLanes<T>);
      const int lanes = v + 1 < kVectors ? kLanes<T> : tail;
      store_lanes(sum + v * kLanes<T>, old + acc[r][v], lanes);
    }
}

// Few accumulators are doubled, so that terms need not wait for each other.
template <int kSums>
constexpr int kWays = kSums <= 2 ? 4 : (kSums <= 4 ? 2 : 1);

template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_ways(
    Vec<T> (&acc)[kWays<kRows * kVectors>][kRows][kVectors]) {
  for (int w = 1; w < kWays<kRows * kVectors>; ++w)
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) acc[0][r][v] += acc[w][r][v];
}

template <class T, int kVectors>
int tail_of(const SumBlock<T>& block) {
  return static_cast<int>(block.cols) - (kVectors - 1) * kLanes<T>;
}

template <class T, int kRows, int kVectors>
void add_list(const SumBlock<T>& block, const Term<T>* terms, int64_t count, const T* from,
              int64_t from_step) {
  constexpr int kUnrolled = kWays<kRows * kVectors>;
  Vec<T> acc[kUnrolled][kRows][kVectors] = {};
  int64_t t = 0;
  for (; t + kUnrolled <= count; t += kUnrolled)
#pragma GCC unroll 4
    for (int w = 0; w < kUnrolled; ++w)
      add_term<T, kRows, kVectors>(acc[w], terms[t + w].value, from + terms[t + w].offset,
                                   from_step);
  if constexpr (kUnrolled > 1)
    for (; t < count; ++t)
      add_term<T, kRows, kVectors>(acc[0], terms[t].value, from + terms[t].offset, from_step);
  add_ways<T, kRows, kVectors>(acc);
  add_sums<T, kRows, kVectors>(block.sum, block.sum_step, tail_of<T, kVectors>(block), acc[0]);
}

// The terms of one window and cell, by channel. Little else than multiply-adds: while those wait
// for each other, the end of the loop is found, which nothing can foretell.
template <class T, int kRows, int kVectors>
[[gnu::always_inline]] inline void add_cell(const SumBlock<T>& block, T* sum, int tail,
                                            const T* grads, uint64_t bits, const T* runs,
                                            int64_t run_step) {
  constexpr int kUnrolled = kWays<kRows * kVectors>, kStep = kVectors * kLanes<T>;
  Vec<T> acc[kUnrolled][kRows][kVectors] = {};
  const auto add_next = [&](int way) {
    const int64_t channel = __builtin_ctzll(bits);
    bits &= bits - 1;
    add_term<T, kRows, kVectors>(acc[way], grads[channel], runs + channel * run_step, kStep);
  };
  if constexpr (kUnrolled > 1)
    for (int64_t left = __builtin_popcountll(bits); left >= kUnrolled; left -= kUnrolled)
#pragma GCC unroll 4
      for (int w = 0; w < kUnrolled; ++w) add_next(w);
  while (bits != 0) add_next(0);
  add_ways<T, kRows, kVectors>(acc);
  add_sums<T, kRows, kVectors>(sum, block.sum_step, tail, acc[0]);
}

template <class T, int kRows, int kVectors>
void add_windows(const SumBlock<T>& block, const WindowTerms<T>& w, const T* runs,
                 int64_t run_step) {
  const int tail = tail_of<T, kVectors>(block);
  const T* grads = w.grads;
  const uint64_t* bits = w.bits;
  for (int64_t i = 0; i < w.windows; ++i, grads += w.grad_step)
    for (int64_t cell = 0; cell < w.cells; ++cell, ++bits)
      if (*bits != 0)
        add_cell<T, kRows, kVectors>(block, block.sum + w.bases[i] + w.shifts[cell], tail, grads,
                                     *bits, runs, run_step);
}

template <class T, int kRows, int kVectors>
constexpr AddTerms<T> kAddTerms{add_list<T, kRows, kVectors>, add_windows<T, kRows, kVectors>};

template <class T, int kRows, int kVectors>
const AddTerms<T>& by_vectors(int64_t vectors, Sequence<kVectors>) {
  if constexpr (kVectors > 1)
    if (vectors < kVectors) return by_vectors<T, kRows>(vectors, Sequence<kVectors - 1>{});
  return kAddTerms<T, kRows, kVectors>;
}

template <class T, int kRows>
const AddTerms<T>& by_rows(int64_t rows, int64_t vectors, Sequence<kRows>) {
  constexpr int kMost = kRegisters / kRows < kMostVectors ? kRegisters / kRows : kMostVectors;
  if constexpr (kRows > 1)
    if (rows < kRows) return by_rows<T>(rows, vectors, Sequence<kRows - 1>{});
  return by_vectors<T, kRows>(vectors, Sequence<kMost>{});
}

template <class T>
const AddTerms<T>& add_terms(int64_t rows, int64_t cols) {
  return by_rows<T>(rows, (cols + kLanes<T> - 1) / kLanes<T>, Sequence<kMostRows>{});
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
using Lanes = decltype(Vec<T>{} > Vec<T>{});

// Bit i is set where lane i holds true.
template <class T>
[[gnu::always_inline]] inline uint64_t lane_bits(const Lanes<T>& is_true) {
  uint64_t bits = 0;
  for (int i = 0; i < kLanes<T>; ++i) bits |= static_cast<uint64_t>(is_true[i] & 1) << i;
  return bits;
}
#if defined(__AVX512F__)
template <>
[[gnu::always_inline]] inline uint64_t lane_bits<float>(const Lanes<float>& is_true) {
  return _mm512_movepi32_mask(reinterpret_cast<const __m512i&>(is_true));
}
#elif defined(__AVX2__)
template <>
[[gnu::always_inline]] inline uint64_t lane_bits<float>(const Lanes<float>& is_true) {
  return static_cast<uint32_t>(_mm256_movemask_ps(reinterpret_cast<const __m256&>(is_true)));
}
#endif

template <class T>
[[gnu::always_inline]] inline Lanes<T> load_cells(const uint8_t* cells, int lanes) {
  uint8_t bytes[kLanes<T>] = {};
  if (lanes == kLanes<T>)
    __builtin_memcpy(bytes, cells, kLanes<T>);
  else
    for (int i = 0; i < lanes; ++i) bytes[i] = cells[i];
  Lanes<T> cell{};
#pragma GCC unroll 16
  for (int i = 0; i < kLanes<T>; ++i) cell[i] = bytes[i];
  return cell;
}

template <class T>
void window_bits(int64_t channels, const T* grads, const T* y, const uint8_t* cell, int64_t cells,
                 uint64_t* bits) {
  for (int64_t q = 0; q < cells; ++q) bits[q] = 0;
  for_lanes<T>(channels, [&](int64_t c, int lanes) {
    Vec<T> grad, value;
    load_lanes(grad, grads + c, lanes);
    Lanes<T> counts = grad != Vec<T>{};
    if (y != nullptr) {
      load_lanes(value, y + c, lanes);
      counts &= value > Vec<T>{};
    }
    const Lanes<T> from = load_cells<T>(cell + c, lanes);
    for (int64_t q = 0; q < cells; ++q)
      bits[q] |= lane_bits<T>((from == static_cast<int>(q)) & counts) << c;
  });
}

// acc[tap] += grad times what the tap meets from the lane's cell: for each tap and cell one number,
// multiplied by the gradients of that cell and zeros for the others.
template <class T>
struct AddEachCell {
  const int32_t* offsets;

  [[gnu::always_inline]] void operator()(Vec<T> (&acc)[kWindowTaps], const Vec<T>& grad,
                                         const Lanes<T>& cell, const T* from) const {
    Vec<T> by_cell[kWindowCells];
#pragma GCC unroll 4
    for (int q = 0; q < kWindowCells; ++q) by_cell[q] = cell == q ? grad : Vec<T>{};
#pragma GCC unroll 9
    for (int t = 0; t < kWindowTaps; ++t)
#pragma GCC unroll 4
      for (int q = 0; q < kWindowCells; ++q)
        multiply_add(acc[t], by_cell[q], splat(from[offsets[t * kWindowCells + q]]));
  }
};

#if defined(__AVX512F__)
// The same where all that the cells and taps meet fits in one register: each lane takes its own.
struct AddFromPatch {
  static constexpr __mmask16 kAll = 0xffff;  // GCC warns of the forms without a mask
  const WindowPatch& patch;

  [[gnu::always_inline]] __m128 line(const float* from, int i) const {
    return _mm_loadu_ps(from + patch.lines[i]);
  }
  [[gnu::always_inline]] void operator()(Vec<float> (&acc)[kWindowTaps], const Vec<float>& grad,
                                         const Lanes<float>& cell, const float* from) const {
    __m512 met = _mm512_castps128_ps512(line(from, 0));
    met = _mm512_insertf32x4(met, line(from, 1), 1);
    met = _mm512_insertf32x4(met, line(from, 2), 2);
    met = _mm512_insertf32x4(met, line(from, 3), 3);
    const __m512i spots =
        _mm512_castsi128_si512(_mm_loadu_si128(reinterpret_cast<const __m128i*>(patch.cell_spots)));
    const __m512i spot =
        _mm512_maskz_permutexvar_epi32(kAll, reinterpret_cast<const __m512i&>(cell), spots);
#pragma GCC unroll 9
    for (int t = 0; t < kWindowTaps; ++t) {
      const __m512i tap = _mm512_set1_epi32(patch.tap_spots[t]);
      const Vec<float> x = _mm512_maskz_permutexvar_ps(kAll, _mm512_add_epi32(spot, tap), met);
      multiply_add(acc[t], grad, x);
    }
  }
};
#endif

// All taps of one register of channels are summed in registers.
template <class T, class Add>
[[gnu::always_inline]] inline void sum_windows(const WindowSums<T>& s, int64_t c, int lanes,
                                               const Add& add) {
  Vec<T> acc[kWindowTaps] = {}, bias{}, grad, value;
  for (int64_t i = 0; i < s.windows; ++i) {
    const int64_t at = i * s.step + c;
    load_lanes(grad, s.grads + at, lanes);
    if (s.y != nullptr) {
      load_lanes(value, s.y + at, lanes);
      grad = value > Vec<T>{} ? grad : Vec<T>{};
    }
    bias += grad;
    add(acc, grad, load_cells<T>(s.cells + at, lanes), s.from + s.bases[i]);
  }
  for (int i = 0; i < lanes; ++i) {
    for (int64_t t = 0; t < s.taps; ++t) s.sums[(c + i) * s.sum_step + s.places[t]] += acc[t][i];
    s.bias_sums[c + i] += bias[i];
  }
}

template <class T>
void window_sums(const WindowSums<T>& s) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == sizeof(float))
    if (s.patch != nullptr)
      return for_lanes<T>(s.channels, [&](int64_t c, int lanes) {
        sum_windows<T>(s, c, lanes, AddFromPatch{*s.patch});
      });
#endif
  for_lanes<T>(s.channels, [&](int64_t c, int lanes) {
    sum_windows<T>(s, c, lanes, AddEachCell<T>{s.offsets});
  });
}

}  // namespace

template <class T>
const SparseTable<T>& sparse_table() {
  static constexpr SparseTable<T> table{add_terms<T>,   channel_terms<T>, window_bits<T>,
                                        window_sums<T>, kLanes<T>,        kLimits};
  return table;
}
template const SparseTable<float>& sparse_table<float>();
template const SparseTable<double>& sparse_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
