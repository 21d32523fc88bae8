// Owns the functors of one operand: arithmetic, exponentials, rounding, predicates,
// parts of complex numbers.
#pragma once
#include "kernels/common/elementary.h"

namespace pelton {

struct Negative {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T x) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(-static_cast<wrap_t<T>>(x));
    else
      return -x;
  }
};

// Complex numbers give their real modulus. The smallest integer stays itself.
struct Abs {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD auto operator()(T x) const {
    if constexpr (std::is_integral_v<T>)
      return x < 0 ? Negative{}(x) : x;
    else {
      using std::abs;
      return abs(x);
    }
  }
};

// -1, 0, 1 or NaN; complex numbers give x / |x|, or 0.
struct Sign {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T x) const {
    if constexpr (kIsComplex<T>)
      return x == T(0) ? T(0) : x / Abs{}(x);
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>((x > 0) - (x < 0));
    else
      return x != x ? x : static_cast<T>((x > 0) - (x < 0));
  }
};

struct Square {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T x) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(x) * static_cast<wrap_t<T>>(x));
    else
      return x * x;
  }
};

struct Sqrt {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 2;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::sqrt;
    return sqrt(x);
  }
};

struct Rsqrt {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 3;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return T(1) / Sqrt{}(x);
  }
};

struct Reciprocal {
  static constexpr DTypeSet kDTypes = kInexact;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return T(1) / x;
  }
};

struct Exp {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 4;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::exp(x);
  }
};

struct Expm1 {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 5;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::expm1(x);
  }
};

struct Log {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 4;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::log(x);
  }
};

struct Log1p {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 5;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::log1p(x);
  }
};

struct Erf {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 8;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::erf(x);
  }
};

struct Floor {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::floor(x);
  }
};

struct Ceil {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::ceil(x);
  }
};

// Half to even.
struct Round {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T x) const {
    if constexpr (std::is_integral_v<T>)
      return x;
    else
      return std::rint(x);
  }
};

struct IsNan {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD bool operator()(T x) const {
    return x != x;
  }
};

struct IsInf {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD bool operator()(T x) const {
    return std::abs(x) > std::numeric_limits<T>::max();
  }
};

struct IsFinite {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD bool operator()(T x) const {
    return std::abs(x) <= std::numeric_limits<T>::max();
  }
};

struct Conj {
  static constexpr DTypeSet kDTypes = kComplex;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return {x.real(), -x.imag()};
  }
};

struct Real {
  static constexpr DTypeSet kDTypes = kComplex;
  template <class T>
  PELTON_HD typename T::value_type operator()(T x) const {
    return x.real();
  }
};

struct Imag {
  static constexpr DTypeSet kDTypes = kComplex;
  template <class T>
  PELTON_HD typename T::value_type operator()(T x) const {
    return x.imag();
  }
};

struct MakeComplex {
  static constexpr DTypeSet kDTypes{DType::float32, DType::float64};
  template <class T>
  PELTON_HD std::complex<T> operator()(T re, T im) const {
    return {re, im};
  }
};

// All of them, from which the kernels of CPUs and GPUs follow.
using UnaryFunctors =
    Types<Negative, Abs, Sign, Square, Sqrt, Rsqrt, Reciprocal, Exp, Expm1, Log, Log1p, Erf, Floor,
          Ceil, Round, IsNan, IsInf, IsFinite, Conj, Real, Imag, MakeComplex>;

}  // namespace pelton
