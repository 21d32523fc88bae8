// Owns the trigonometric and hyperbolic functors. Those that
// float_math.h does not have call the library of their type.
#pragma once
#include "kernels/common/elementary.h"

namespace pelton {

struct Sin {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 8;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::sin(x);
  }
  // Loops over small angles, the usual ones, have no calls in them and vectorise.
  PELTON_HD static bool is_usual(float x) { return math::is_small_angle(x); }
  PELTON_HD static float usual(float x) { return math::sin_of_small(x); }
};

struct Cos {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 8;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::cos(x);
  }
  // Loops over small angles, the usual ones, have no calls in them and vectorise.
  PELTON_HD static bool is_usual(float x) { return math::is_small_angle(x); }
  PELTON_HD static float usual(float x) { return math::cos_of_small(x); }
};

struct Tan {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::tan;
    return tan(x);
  }
};

struct Asin {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::asin;
    return asin(x);
  }
};

struct Acos {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::acos;
    return acos(x);
  }
};

struct Atan {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::atan(x);
  }
};

struct Sinh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::sinh;
    return sinh(x);
  }
};

struct Cosh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::cosh;
    return cosh(x);
  }
};

struct Asinh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::asinh;
    return asinh(x);
  }
};

struct Acosh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::acosh;
    return acosh(x);
  }
};

struct Atanh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    using std::atanh;
    return atanh(x);
  }
};

struct Tanh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 6;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::tanh(x);
  }
};

// The gradient of tanh in terms of its result y (TensorFlow's TanhGrad).
struct TanhGrad {
  static constexpr DTypeSet kDTypes = kInexact;
  template <class T>
  PELTON_HD T operator()(T y, T grad) const {
    return grad * (T(1) - y * y);
  }
};

// All of them, from which the kernels of CPUs and GPUs follow.
using TrigonometricFunctors =
    Types<Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Asinh, Acosh, Atanh, Tanh, TanhGrad>;

}  // namespace pelton
