// Owns the functors of gradients of elementwise ops whose formula has several terms: one pass over
// memory where a chain of ops would take as many as it has ops.
#pragma once
#include "kernels/common/elementary.h"

namespace pelton {

struct AbsGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T grad, T x) const {
    const T slope = x != x ? x : static_cast<T>((x > T(0)) - (x < T(0)));
    return grad * slope;
  }
};

struct SquareGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T grad, T x) const {
    return grad * (x + x);
  }
};

// In terms of the root y. Where no gradient arrives, none goes on, though the root of 0 has no
// slope: what where(x > 0, sqrt(x), 0) needs.
struct SqrtGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T y, T grad) const {
    return grad == T(0) ? T(0) : grad / (y + y);
  }
};

// In terms of the result y.
struct RsqrtGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T y, T grad) const {
    return grad * (y * y * y * T(-0.5));
  }
};

struct ErfGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 5;
  template <class T>
  PELTON_HD T operator()(T grad, T x) const {
    return grad * (math::exp(-(x * x)) * static_cast<T>(1.1283791670955126));  // 2 / sqrt(pi)
  }
};

// All of them, from which the kernels of CPUs and GPUs follow.
using GradientFunctors = Types<AbsGrad, SquareGrad, SqrtGrad, RsqrtGrad, ErfGrad>;

}  // namespace pelton
