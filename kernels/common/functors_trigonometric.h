// Owns the trigonometric and hyperbolic functors. All but tanh call the C library.
#pragma once
#include "kernels/common/elementary.h"

namespace pelton {

struct Sin {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::sin(x);
  }
};

struct Cos {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::cos(x);
  }
};

struct Tan {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::tan(x);
  }
};

struct Asin {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::asin(x);
  }
};

struct Acos {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::acos(x);
  }
};

struct Atan {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::atan(x);
  }
};

struct Sinh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::sinh(x);
  }
};

struct Cosh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::cosh(x);
  }
};

struct Asinh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::asinh(x);
  }
};

struct Acosh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::acosh(x);
  }
};

struct Atanh {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return std::atanh(x);
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

}  // namespace pelton
