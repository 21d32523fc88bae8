// Owns the loops of reductions. Sources that instantiate them for one instruction set or for
// baseline code include this; the unnamed namespace keeps their copies apart.
//
// Sums of float32 add up to kRows elements in float and these partial sums in double, so that the
// error does not grow with the length.
#pragma once
#include <limits>

#include "kernels/common/elementary.h"
#include "kernels/cpu/fold.h"

namespace pelton::cpu {
namespace {

// The type that holds sums and products of many T.
template <class T>
struct WideType {
  using type = std::conditional_t<std::is_same_v<T, float>, double, T>;
};
template <class T>
requires std::is_integral_v<T>
struct WideType<T> {
  using type = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
};
template <>
struct WideType<Complex64> {
  using type = Complex128;
};
template <class T>
using wide_t = typename WideType<T>::type;

// Each kind of combination: Part is the type of partial results of a few elements, Acc that of
// accumulators.
struct Sum {
  template <class T>
  using Part = std::conditional_t<std::is_floating_point_v<T>, T, wide_t<T>>;
  template <class T>
  using Acc = wide_t<T>;
  template <class T>
  static constexpr Acc<T> kStart{};
  template <class A>
  PELTON_HD static A combine(A a, A b) {
    if constexpr (std::is_integral_v<A>)
      return static_cast<A>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
      return a + b;
  }
};

struct Product {
  template <class T>
  using Part = wide_t<T>;
  template <class T>
  using Acc = wide_t<T>;
  template <class T>
  static constexpr Acc<T> kStart{1};
  template <class A>
  PELTON_HD static A combine(A a, A b) {
    if constexpr (std::is_integral_v<A>)
      return static_cast<A>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    else
      return a * b;
  }
};

// The value that every other one replaces: -inf or the smallest integer; for Least the opposite.
template <class T>
inline constexpr T kBelowAll = std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                                           : std::numeric_limits<T>::lowest();
template <class T>
inline constexpr T kAboveAll = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity()
                                                           : std::numeric_limits<T>::max();

// NaN wins, as in TensorFlow and NumPy.
struct Greatest {
  template <class T>
  using Part = T;
  template <class T>
  using Acc = T;
  template <class T>
  static constexpr T kStart = kBelowAll<T>;
  template <class T>
  PELTON_HD static T combine(T a, T b) {
    return b > a || b != b ? b : a;
  }
};

struct Least {
  template <class T>
  using Part = T;
  template <class T>
  using Acc = T;
  template <class T>
  static constexpr T kStart = kAboveAll<T>;
  template <class T>
  PELTON_HD static T combine(T a, T b) {
    return b < a || b != b ? b : a;
  }
};

struct Either {
  template <class T>
  using Part = T;
  template <class T>
  using Acc = T;
  template <class T>
  static constexpr T kStart = false;
  PELTON_HD static bool combine(bool a, bool b) { return a | b; }
};

struct Both {
  template <class T>
  using Part = T;
  template <class T>
  using Acc = T;
  template <class T>
  static constexpr T kStart = true;
  PELTON_HD static bool combine(bool a, bool b) { return a & b; }
};

// What becomes of an element before it is combined; kRows elements make one partial result.
struct AsIs {
  static constexpr int kRows = 16;
  static constexpr bool kCentered = false;
  template <class T>
  PELTON_HD static T load(T x, T) {
    return x;
  }
};

struct SquaredDeviation {
  static constexpr int kRows = 16;
  static constexpr bool kCentered = true;
  template <class T>
  PELTON_HD static T load(T x, T center) {
    return (x - center) * (x - center);
  }
};

struct ShiftedExp {
  static constexpr int kRows = 2;
  static constexpr bool kCentered = true;
  template <class T>
  PELTON_HD static T load(T x, T center) {
    return math::exp(x - center);
  }
};

// acc[j] (+)= Rows rows of column j. CenterStep is 1 where each column has its own center, else 0.
template <class Op, class Load, int Rows, int CenterStep, class T>
[[gnu::always_inline]] inline void fold_rows(typename Op::template Acc<T>* __restrict acc,
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
void fold_block(typename Op::template Acc<T>* acc, const T* x, int64_t rows, int64_t width,
                int64_t stride, const T* center) {
  int64_t r = 0;
  for (; r + Load::kRows <= rows; r += Load::kRows)
    fold_rows<Op, Load, Load::kRows, CenterStep>(acc, x + r * stride, width, stride, center);
  for (; r < rows; ++r)
    fold_rows<Op, Load, 1, CenterStep>(acc, x + r * stride, width, stride, center);
}

// The fold of n adjacent elements, spread over Lanes accumulators.
template <class Op, class Load, int Lanes, class T>
typename Op::template Acc<T> fold_lanes(const T* x, int64_t n, const T* center) {
  using Acc = typename Op::template Acc<T>;
  Acc lanes[Lanes];
  for (Acc& lane : lanes) lane = Op::template kStart<T>;
  const int64_t whole = n / Lanes;
  fold_block<Op, Load, 0>(lanes, x, whole, Lanes, Lanes, center);
  fold_rows<Op, Load, 1, 0>(lanes, x + whole * Lanes, n % Lanes, 0, center);
  for (int half = Lanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) lanes[i] = Op::combine(lanes[i], lanes[i + half]);
  return lanes[0];
}

template <class Op, class Load, class T>
typename Op::template Acc<T> fold_adjacent(const T* x, int64_t n, const T* center) {
  using Acc = typename Op::template Acc<T>;
  if (n >= 1024) return fold_lanes<Op, Load, 64>(x, n, center);
  if (n >= 32) return fold_lanes<Op, Load, 16>(x, n, center);
  Acc acc = Op::template kStart<T>;
  for (int64_t i = 0; i < n; ++i)
    acc = Op::combine(acc, Acc(Load::load(x[i], Load::kCentered ? *center : T{})));
  return acc;
}

// The functions of a FoldTable.
template <class Op, class Load, class T>
struct Loops {
  using Acc = typename Op::template Acc<T>;

  static void start(void* acc, int64_t n) {
    for (int64_t i = 0; i < n; ++i) static_cast<Acc*>(acc)[i] = Op::template kStart<T>;
  }
  static void add(void* acc, const FoldBlock& b) {
    Acc* to = static_cast<Acc*>(acc);
    const T* x = static_cast<const T*>(b.x);
    const T* center = static_cast<const T*>(b.center);
    if (b.width == 1 && b.stride == 1)
      *to = Op::combine(*to, fold_adjacent<Op, Load>(x, b.rows, center));
    else
      fold_block<Op, Load, 1>(to, x, b.rows, b.width, b.stride, center);
  }
  static void add_rows(void* acc, const FoldBlock& b) {
    const T* x = static_cast<const T*>(b.x);
    const T* center = static_cast<const T*>(b.center);
    for (int64_t s = 0; s < b.rows; ++s) {
      const T* own = Load::kCentered ? center + s : nullptr;
      static_cast<Acc*>(acc)[s] = fold_adjacent<Op, Load>(x + s * b.width, b.width, own);
    }
  }
  static void merge(void* acc, const void* other, int64_t n) {
    Acc* to = static_cast<Acc*>(acc);
    const Acc* from = static_cast<const Acc*>(other);
    for (int64_t i = 0; i < n; ++i) to[i] = Op::combine(to[i], from[i]);
  }
};

// The result of an accumulator over `count` elements.
template <Fold Kind, class T, class Acc>
PELTON_HD T result_of(Acc acc, int64_t count, T center) {
  if constexpr (Kind == Fold::mean && std::is_integral_v<T>)
    return static_cast<T>(count == 0 ? Acc(0) : acc / static_cast<Acc>(count));
  else if constexpr (Kind == Fold::mean && kIsComplex<T>)
    return T(acc / static_cast<typename Acc::value_type>(count));
  else if constexpr (Kind == Fold::mean || Kind == Fold::variance)
    return static_cast<T>(acc / static_cast<Acc>(count));
  else if constexpr (Kind == Fold::deviation)
    return static_cast<T>(std::sqrt(acc / static_cast<Acc>(count)));
  else if constexpr (Kind == Fold::logsumexp)
    return static_cast<T>(std::log(acc)) + center;
  else
    return static_cast<T>(acc);
}

template <Fold Kind, class T, class Acc>
void finish(void* out, const void* acc, int64_t n, int64_t count, const void* center) {
  const T* c = static_cast<const T*>(center);
  for (int64_t i = 0; i < n; ++i)
    static_cast<T*>(out)[i] =
        result_of<Kind, T>(static_cast<const Acc*>(acc)[i], count, c == nullptr ? T{} : c[i]);
}

template <Fold Kind, class Op, class Load, class T>
inline constexpr FoldTable kTable{sizeof(typename Op::template Acc<T>),
                                  sizeof(T),
                                  &Loops<Op, Load, T>::start,
                                  &Loops<Op, Load, T>::add,
                                  &Loops<Op, Load, T>::add_rows,
                                  &Loops<Op, Load, T>::merge,
                                  &finish<Kind, T, typename Op::template Acc<T>>};

}  // namespace
}  // namespace pelton::cpu
