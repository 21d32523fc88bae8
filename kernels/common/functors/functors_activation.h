// Owns the functors of the activation functions.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/elementary.h"

namespace pelton {

struct Sigmoid {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 5;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::sigmoid(x);
  }
};

// The gradient of sigmoid in terms of its result y (TensorFlow's SigmoidGrad).
struct SigmoidGrad {
  static constexpr DTypeSet kDTypes = kInexact;
  template <class T>
  PELTON_HD T operator()(T y, T grad) const {
    return grad * y * (T(1) - y);
  }
};

// NaN stays NaN.
struct Relu {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x < T(0) ? T(0) : x;
  }
};

// `feature` is relu's input or output: both are positive in the same places.
struct ReluGrad {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T grad, T feature) const {
    return feature > T(0) ? grad : T(0);
  }
};

struct Relu6 {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x < T(0) ? T(0) : (x > T(6) ? T(6) : x);
  }
};

// Clevert et al., "Fast and Accurate Deep Network Learning by Exponential Linear Units", 2015.
struct Elu {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 5;
  using Attrs = EluAttrs;
  PELTON_HD explicit Elu(const Attrs& attrs) : alpha(attrs.alpha) {}
  template <class T>
  PELTON_HD T operator()(T x) const {
    const T negative = static_cast<T>(alpha) * math::expm1(x < T(0) ? x : T(0));
    return x < T(0) ? negative : x;
  }
  double alpha;
};

// Klambauer et al., "Self-Normalizing Neural Networks", 2017.
struct Selu {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 5;
  static constexpr double kAlpha = 1.6732632423543772848170429916717;
  static constexpr double kScale = 1.0507009873554804934193349852946;
  template <class T>
  PELTON_HD T operator()(T x) const {
    const T negative = static_cast<T>(kScale * kAlpha) * math::expm1(x < T(0) ? x : T(0));
    return x < T(0) ? negative : static_cast<T>(kScale) * x;
  }
};

struct Softplus {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 8;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return math::softplus(x);
  }
};

struct Softsign {
  static constexpr DTypeSet kDTypes = kFloating;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x / (T(1) + (x < T(0) ? -x : x));
  }
};

struct Silu {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 5;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x * math::sigmoid(x);
  }
};

// Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016: with erf, or its tanh approximation.
struct Gelu {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 8;
  using Attrs = GeluAttrs;
  PELTON_HD explicit Gelu(const Attrs& attrs) : approximate(attrs.approximate) {}
  template <class T>
  PELTON_HD T operator()(T x) const {
    constexpr T kSqrtHalf = static_cast<T>(0.70710678118654752440);
    constexpr T kSqrtTwoOverPi = static_cast<T>(0.79788456080286535588);
    if (approximate)
      return T(0.5) * x * (T(1) + math::tanh(kSqrtTwoOverPi * (x + T(0.044715) * x * x * x)));
    return T(0.5) * x * (T(1) + math::erf(x * kSqrtHalf));
  }
  bool approximate;
};

struct LeakyRelu {
  static constexpr DTypeSet kDTypes = kFloating;
  using Attrs = LeakyReluAttrs;
  PELTON_HD explicit LeakyRelu(const Attrs& attrs) : alpha(attrs.alpha) {}
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x < T(0) ? static_cast<T>(alpha) * x : x;
  }
  double alpha;
};

}  // namespace pelton
