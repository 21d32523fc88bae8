// Owns what reductions are made of: the kinds, how two partial results combine, what becomes of an
// element first, and how a result follows in the end. Must not know loops.
#pragma once
#include <limits>

#include "kernels/common/elementary.h"

namespace pelton {

enum class ReductionKind : uint8_t {
  sum,
  sum_of_squares,
  mean,
  prod,
  max,
  min,
  any,
  all,
  variance,
  deviation,
  logsumexp
};

// True for kinds whose elements are seen from a center: the mean or, for logsumexp, the maximum.
constexpr bool has_center(ReductionKind kind) {
  return kind == ReductionKind::variance || kind == ReductionKind::deviation ||
         kind == ReductionKind::logsumexp;
}

}  // namespace pelton

namespace pelton::reduction {

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
template <template <class> class Complex>
struct WideType<Complex<float>> {
  using type = Complex<double>;
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
  PELTON_HD static Acc<T> start() {
    return Acc<T>(0);
  }
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
  PELTON_HD static Acc<T> start() {
    return Acc<T>(1);
  }
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

// Partial and final results have the elements' type.
struct OwnType {
  template <class T>
  using Part = T;
  template <class T>
  using Acc = T;
};

// NaN wins, as in TensorFlow and NumPy.
struct Greatest : OwnType {
  template <class T>
  PELTON_HD static T start() {
    return kBelowAll<T>;
  }
  template <class T>
  PELTON_HD static T combine(T a, T b) {
    return b > a || b != b ? b : a;
  }
};

struct Least : OwnType {
  template <class T>
  PELTON_HD static T start() {
    return kAboveAll<T>;
  }
  template <class T>
  PELTON_HD static T combine(T a, T b) {
    return b < a || b != b ? b : a;
  }
};

struct Either : OwnType {
  template <class T>
  PELTON_HD static T start() {
    return false;
  }
  PELTON_HD static bool combine(bool a, bool b) { return a | b; }
};

struct Both : OwnType {
  template <class T>
  PELTON_HD static T start() {
    return true;
  }
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

struct Squared {
  static constexpr int kRows = 16;
  static constexpr bool kCentered = false;
  template <class T>
  PELTON_HD static T load(T x, T) {
    return x * x;
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

// The result of an accumulator over `count` elements.
template <ReductionKind Kind, class T, class Acc>
PELTON_HD T result_of(Acc acc, int64_t count, T center) {
  if constexpr (Kind == ReductionKind::mean && std::is_integral_v<T>)
    return static_cast<T>(count == 0 ? Acc(0) : acc / static_cast<Acc>(count));
  else if constexpr (Kind == ReductionKind::mean && kIsComplex<T>)
    return T(acc / static_cast<typename Acc::value_type>(count));
  else if constexpr (Kind == ReductionKind::mean || Kind == ReductionKind::variance)
    return static_cast<T>(acc / static_cast<Acc>(count));
  else if constexpr (Kind == ReductionKind::deviation)
    return static_cast<T>(std::sqrt(acc / static_cast<Acc>(count)));
  else if constexpr (Kind == ReductionKind::logsumexp)
    return static_cast<T>(std::log(acc)) + center;
  else
    return static_cast<T>(acc);
}

}  // namespace pelton::reduction
