// Owns the arithmetic functors of two operands. Integers wrap around; nothing traps.
#pragma once
#include <limits>

#include "kernels/common/elementary.h"

namespace pelton {

struct Add {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(a) + static_cast<wrap_t<T>>(b));
    else
      return a + b;
  }
};

struct Subtract {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(a) - static_cast<wrap_t<T>>(b));
    else
      return a - b;
  }
};

struct Multiply {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(a) * static_cast<wrap_t<T>>(b));
    else if constexpr (kIsComplex<T>)  // the plain formula, as NumPy: no search for infinities
      return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    else
      return a * b;
  }
};

// True division: integers of up to 16 bits give float32, wider ones float64, as TensorFlow.
struct Divide {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD auto operator()(T a, T b) const {
    if constexpr (!std::is_integral_v<T>)
      return a / b;
    else if constexpr (sizeof(T) <= 2)
      return static_cast<float>(a) / static_cast<float>(b);
    else
      return static_cast<double>(a) / static_cast<double>(b);
  }
};

struct DivideNoNan {
  static constexpr DTypeSet kDTypes = kInexact;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return b == T(0) ? T(0) : a / b;
  }
};

// Rounds towards minus infinity. Integers: a zero divisor gives 0, the caller must refuse it.
struct FloorDivide {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (!std::is_integral_v<T>) {
      return std::floor(a / b);
    } else {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>) {
        // The smallest integer has no negation: wrap instead of trapping.
        if (b == -1) return static_cast<T>(-static_cast<wrap_t<T>>(a));
        const T quotient = static_cast<T>(a / b);
        return static_cast<T>(quotient - ((a % b != 0) && ((a < 0) != (b < 0))));
      } else {
        return static_cast<T>(a / b);
      }
    }
  }
};

// The remainder with the divisor's sign, as Python's %.
struct FloorMod {
  static constexpr DTypeSet kDTypes = kReal;
  static constexpr int kRelativeCost = 8;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (!std::is_integral_v<T>) {
      const T rest = std::fmod(a, b);
      return rest != T(0) && (rest < T(0)) != (b < T(0)) ? rest + b : rest;
    } else {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;
        const T rest = static_cast<T>(a % b);
        return static_cast<T>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
      } else {
        return static_cast<T>(a % b);
      }
    }
  }
  PELTON_HD static bool is_usual(float a, float b) { return math::is_usual_remainder(a, b); }
  PELTON_HD static float usual(float a, float b) { return math::usual_remainder(a, b); }
};

// Powers of one exponent, rounded once.
struct FirstPower {
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x;
  }
};
struct SecondPower {
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x * x;
  }
};
struct ThirdPower {
  template <class T>
  PELTON_HD T operator()(T x) const {
    const double wide = x;
    return static_cast<T>(wide * wide * wide);
  }
};
struct InversePower {
  template <class T>
  PELTON_HD T operator()(T x) const {
    return T(1) / x;
  }
};
struct HalfPower {
  template <class T>
  PELTON_HD T operator()(T x) const {
    const T root = std::sqrt(x + T(0));  // of -0 it is 0
    return x == -std::numeric_limits<T>::infinity() ? -x : root;
  }
};

// Integers: the exponent must not be negative, the caller must refuse it.
struct Pow {
  static constexpr DTypeSet kDTypes = kNumeric;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (!std::is_integral_v<T>) {
      return math::pow(a, b);
    } else {
      wrap_t<T> base = static_cast<wrap_t<T>>(a), result = 1;
      for (std::make_unsigned_t<T> e = static_cast<std::make_unsigned_t<T>>(b); e != 0;) {
        if (e & 1) result *= base;
        e = static_cast<std::make_unsigned_t<T>>(e >> 1);
        base *= base;
      }
      return static_cast<T>(result);
    }
  }
  PELTON_HD static bool is_usual(float a, float b) { return math::is_usual_power(a, b); }
  PELTON_HD static float usual(float a, float b) { return math::usual_power(a, b); }
  // Calls loop(f) with the power of one frequent exponent; false for others.
  template <class T, class Loop>
  static bool by_right(T exponent, const Loop& loop) {
    if (exponent == T(2)) return loop(SecondPower{}), true;
    if (exponent == T(0.5)) return loop(HalfPower{}), true;
    if (exponent == T(-1)) return loop(InversePower{}), true;
    if (exponent == T(3)) return loop(ThirdPower{}), true;
    if (exponent == T(1)) return loop(FirstPower{}), true;
    return false;
  }
};

// NaN wins, as in TensorFlow and NumPy.
struct Maximum {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return a > b ? a : b;
    else
      return a > b || a != a ? a : b;
  }
};

struct Minimum {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return a < b ? a : b;
    else
      return a < b || a != a ? a : b;
  }
};

// |a - b|^2: (a - b) times its conjugate.
struct SquaredDifference {
  static constexpr DTypeSet kDTypes = kNumeric;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    const T d = Subtract{}(a, b);
    if constexpr (kIsComplex<T>)
      return T(d.real() * d.real() + d.imag() * d.imag());
    else
      return Multiply{}(d, d);
  }
};

struct Atan2 {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T y, T x) const {
    return math::atan2(y, x);
  }
};

// All of them, from which the kernels of CPUs and GPUs follow.
using BinaryFunctors = Types<Add, Subtract, Multiply, Divide, DivideNoNan, FloorDivide, FloorMod,
                             Pow, Maximum, Minimum, SquaredDifference, Atan2>;

}  // namespace pelton
