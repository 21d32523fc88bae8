// Owns the loops of reductions. Sources that instantiate them for one instruction set or for
// baseline code include this; the unnamed namespace keeps their copies apart.
//
// Sums of float32 add up to kRows elements in float and these partial sums in double, so that the
// error does not grow with the length.
#pragma once
#include "kernels/common/reduction.h"
#include "kernels/cpu/reduce/reduction.h"

namespace pelton::cpu {
namespace {

using namespace reduction;

// acc[j] (+)= Rows rows of column j. CenterStep is 1 where each column has its own center, else 0.
template <class Op, class Load, int Rows, int CenterStep, class T>
[[gnu::always_inline]] inline void reduce_rows(typename Op::template Acc<T>* __restrict acc,
                                               const T* __restrict x, int64_t width, int64_t stride,
                                               const T* __restrict center) {
  using Part = typename Op::template Part<T>;
  using Acc = typename Op::template Acc<T>;
  for (int64_t j = 0; j < width; ++j) {
    const T c = Load::kCentered ? center[j * CenterStep] : T{};
    Part part(Load::load(x[j], c));
#pragma GCC unroll 16
    for (int r = 1; r < Rows; ++r) part = Op::combine(part, Part(Load::load(x[r * stride + j], c)));
    acc[j] = Op::combine(acc[j], Acc(part));
  }
}

template <class Op, class Load, int CenterStep, class T>
void reduce_block(typename Op::template Acc<T>* acc, const T* x, int64_t rows, int64_t width,
                  int64_t stride, const T* center) {
  int64_t r = 0;
  for (; r + Load::kRows <= rows; r += Load::kRows)
    reduce_rows<Op, Load, Load::kRows, CenterStep>(acc, x + r * stride, width, stride, center);
  for (; r < rows; ++r)
    reduce_rows<Op, Load, 1, CenterStep>(acc, x + r * stride, width, stride, center);
}

// The reduction of n adjacent elements, spread over Lanes accumulators.
template <class Op, class Load, int Lanes, class T>
typename Op::template Acc<T> reduce_lanes(const T* x, int64_t n, const T* center) {
  using Acc = typename Op::template Acc<T>;
  Acc lanes[Lanes];
  for (Acc& lane : lanes) lane = Op::template start<T>();
  const int64_t whole = n / Lanes;
  reduce_block<Op, Load, 0>(lanes, x, whole, Lanes, Lanes, center);
  reduce_rows<Op, Load, 1, 0>(lanes, x + whole * Lanes, n % Lanes, 0, center);
  for (int half = Lanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) lanes[i] = Op::combine(lanes[i], lanes[i + half]);
  return lanes[0];
}

template <class Op, class Load, class T>
typename Op::template Acc<T> reduce_adjacent(const T* x, int64_t n, const T* center) {
  using Acc = typename Op::template Acc<T>;
  if (n >= 1024) return reduce_lanes<Op, Load, 64>(x, n, center);
  if (n >= 32) return reduce_lanes<Op, Load, 16>(x, n, center);
  Acc acc = Op::template start<T>();
  for (int64_t i = 0; i < n; ++i)
    acc = Op::combine(acc, Acc(Load::load(x[i], Load::kCentered ? *center : T{})));
  return acc;
}

// The functions of a ReductionTable.
template <class Op, class Load, class T>
struct Loops {
  using Acc = typename Op::template Acc<T>;

  static void start(void* acc, int64_t n) {
    for (int64_t i = 0; i < n; ++i) static_cast<Acc*>(acc)[i] = Op::template start<T>();
  }
  static void add(void* acc, const ReductionBlock& b) {
    Acc* to = static_cast<Acc*>(acc);
    const T* x = static_cast<const T*>(b.x);
    const T* center = static_cast<const T*>(b.center);
    if (b.width == 1 && b.stride == 1)
      *to = Op::combine(*to, reduce_adjacent<Op, Load>(x, b.rows, center));
    else
      reduce_block<Op, Load, 1>(to, x, b.rows, b.width, b.stride, center);
  }
  static void add_rows(void* acc, const ReductionBlock& b) {
    const T* x = static_cast<const T*>(b.x);
    const T* center = static_cast<const T*>(b.center);
    for (int64_t s = 0; s < b.rows; ++s) {
      const T* own = Load::kCentered ? center + s : nullptr;
      static_cast<Acc*>(acc)[s] = reduce_adjacent<Op, Load>(x + s * b.width, b.width, own);
    }
  }
  static void merge(void* acc, const void* other, int64_t n) {
    Acc* to = static_cast<Acc*>(acc);
    const Acc* from = static_cast<const Acc*>(other);
    for (int64_t i = 0; i < n; ++i) to[i] = Op::combine(to[i], from[i]);
  }
};

template <ReductionKind Kind, class T, class Acc>
void finish(void* out, const void* acc, int64_t n, int64_t count, const void* center) {
  const T* c = static_cast<const T*>(center);
  for (int64_t i = 0; i < n; ++i)
    static_cast<T*>(out)[i] =
        result_of<Kind, T>(static_cast<const Acc*>(acc)[i], count, c == nullptr ? T{} : c[i]);
}

template <ReductionKind Kind, class Op, class Load, class T>
inline constexpr ReductionTable kTable{sizeof(typename Op::template Acc<T>),
                                       sizeof(T),
                                       &Loops<Op, Load, T>::start,
                                       &Loops<Op, Load, T>::add,
                                       &Loops<Op, Load, T>::add_rows,
                                       &Loops<Op, Load, T>::merge,
                                       &finish<Kind, T, typename Op::template Acc<T>>};

}  // namespace
}  // namespace pelton::cpu
