// Owns the reduction loops over float32 and float64.
#include "kernels/cpu/reduce/reduction.h"

#include "kernels/cpu/reduce/reduction_loops.h"
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// What replaces what in the lanes of registers, as in Greatest and Least: NaN wins.
template <class T>
[[gnu::always_inline]] inline void take_better(Greatest, Vec<T>& best, const Vec<T>& v) {
  best = (v > best) | (v != v) ? v : best;
}
template <class T>
[[gnu::always_inline]] inline void take_better(Least, Vec<T>& best, const Vec<T>& v) {
  best = (v < best) | (v != v) ? v : best;
}

// The best of n adjacent elements. The last register of a row may have seen some of them before.
template <class Op, class T>
T extreme_of_row(const T* x, int64_t n) {
  constexpr int64_t kStep = kLanes<T>;
  T result = Op::template start<T>();
  if (n < kStep) {
    for (int64_t i = 0; i < n; ++i) result = Op::combine(result, x[i]);
    return result;
  }
  Vec<T> best[4], v;
  for (Vec<T>& one : best) one = splat(result);
  int64_t i = 0;
  for (; i + 4 * kStep <= n; i += 4 * kStep)
    for (int k = 0; k < 4; ++k) {
      load(v, x + i + k * kStep);
      take_better<T>(Op{}, best[k], v);
    }
  for (; i < n; i += kStep) {
    load(v, x + (i + kStep <= n ? i : n - kStep));
    take_better<T>(Op{}, best[0], v);
  }
  for (int k = 1; k < 4; ++k) take_better<T>(Op{}, best[0], best[k]);
  T lanes[kStep];
  store(lanes, best[0]);
  for (int64_t half = kStep / 2; half > 0; half /= 2)
    for (int64_t k = 0; k < half; ++k) lanes[k] = Op::combine(lanes[k], lanes[k + half]);
  return lanes[0];
}

// The loops of the greatest and the least: where a row's elements lie side by side, in registers.
template <class Op, class T>
struct ExtremeLoops : Loops<Op, AsIs, T> {
  // A few rows of all columns.
  static void add_columns(T* acc, const T* x, int64_t rows, const ReductionBlock& b) {
    for_lanes<T>(b.width, [&](int64_t j, int lanes) {
      Vec<T> best, v;
      load_lanes(best, acc + j, lanes);
      for (int64_t r = 0; r < rows; ++r) {
        load_lanes(v, x + r * b.stride + j, lanes);
        take_better<T>(Op{}, best, v);
      }
      store_lanes(acc + j, best, lanes);
    });
  }
  static void add(void* acc, const ReductionBlock& b) {
    T* const to = static_cast<T*>(acc);
    const T* const x = static_cast<const T*>(b.x);
    if (b.width == 1 && b.stride == 1) {
      *to = Op::combine(*to, extreme_of_row<Op>(x, b.rows));
      return;
    }
    for (int64_t r = 0; r < b.rows; r += AsIs::kRows)
      add_columns(to, x + r * b.stride, b.rows - r < AsIs::kRows ? b.rows - r : AsIs::kRows, b);
  }
  static void add_rows(void* acc, const ReductionBlock& b) {
    const T* const x = static_cast<const T*>(b.x);
    for (int64_t s = 0; s < b.rows; ++s)
      static_cast<T*>(acc)[s] = extreme_of_row<Op>(x + s * b.width, b.width);
  }
};

template <ReductionKind Kind, class Op, class T>
inline constexpr ReductionTable kExtremeTable{sizeof(T),
                                              sizeof(T),
                                              &ExtremeLoops<Op, T>::start,
                                              &ExtremeLoops<Op, T>::add,
                                              &ExtremeLoops<Op, T>::add_rows,
                                              &ExtremeLoops<Op, T>::merge,
                                              &finish<Kind, T, T>};

template <class T>
const ReductionTable* table_of(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::sum:
      return &kTable<ReductionKind::sum, Sum, AsIs, T>;
    case ReductionKind::sum_of_squares:
      return &kTable<ReductionKind::sum_of_squares, Sum, Squared, T>;
    case ReductionKind::mean:
      return &kTable<ReductionKind::mean, Sum, AsIs, T>;
    case ReductionKind::prod:
      return &kTable<ReductionKind::prod, Product, AsIs, T>;
    case ReductionKind::max:
      return &kExtremeTable<ReductionKind::max, Greatest, T>;
    case ReductionKind::min:
      return &kExtremeTable<ReductionKind::min, Least, T>;
    case ReductionKind::variance:
      return &kTable<ReductionKind::variance, Sum, SquaredDeviation, T>;
    case ReductionKind::deviation:
      return &kTable<ReductionKind::deviation, Sum, SquaredDeviation, T>;
    case ReductionKind::logsumexp:
      return &kTable<ReductionKind::logsumexp, Sum, ShiftedExp, T>;
    default:
      return nullptr;
  }
}

}  // namespace

const ReductionTable* float_reduction(ReductionKind kind, DType dtype) {
  return dtype == DType::float32 ? table_of<float>(kind) : table_of<double>(kind);
}

}  // namespace pelton::cpu::PELTON_ISA
