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
    const T negative = static_cast<T>(alpha) * math::expm1(x);
    return x < T(0) ? negative : x;
  }
  double alpha;
};

// The gradient of elu in terms of its result y (TensorFlow's EluGrad).
struct EluGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  using Attrs = EluAttrs;
  PELTON_HD explicit EluGrad(const Attrs& attrs) : alpha(attrs.alpha) {}
  template <class T>
  PELTON_HD T operator()(T grad, T y) const {
    const T slope = y + static_cast<T>(alpha);
    return y < T(0) ? grad * slope : grad;
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
    const T negative = static_cast<T>(kScale * kAlpha) * math::expm1(x);
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

// The gradient of silu at x: s (1 + x (1 - s)) with s = sigmoid(x).
struct SiluGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 6;
  template <class T>
  PELTON_HD T operator()(T gradient, T x) const {
    const T s = math::sigmoid(x);
    return gradient * (s * (T(1) + x * (T(1) - s)));
  }
};

// max(x, 0) - x z + log(1 + exp(-|x|)) for the label z and the logit x.
struct SigmoidCrossEntropy {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 8;
  template <class T>
  PELTON_HD T operator()(T label, T x) const {
    const bool is_positive = x >= T(0);
    const T positive_part = is_positive ? x : T(0);
    return (positive_part - x * label) + math::log1p_of_exp(is_positive ? -x : x);
  }
};

// x Phi(x) with the normal distribution Phi, and its derivative Phi(x) + x phi(x).
struct GeluByErf {
  template <class T>
  PELTON_HD static T distribution(T x) {
    return T(0.5) * (T(1) + math::erf(x * static_cast<T>(0.70710678118654752440)));
  }
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x * distribution(x);
  }
  template <class T>
  PELTON_HD T operator()(T gradient, T x) const {
    const T density = math::exp(T(-0.5) * x * x) * static_cast<T>(0.39894228040143267794);
    return gradient * (distribution(x) + x * density);
  }
};

// The same with tanh(sqrt(2 / pi) (x + 0.044715 x^3)) for erf.
struct GeluByTanh {
  template <class T>
  PELTON_HD static T inner(T x) {
    return math::tanh(static_cast<T>(0.79788456080286535588) * (x + T(0.044715) * x * x * x));
  }
  template <class T>
  PELTON_HD T operator()(T x) const {
    return T(0.5) * x * (T(1) + inner(x));
  }
  template <class T>
  PELTON_HD T operator()(T gradient, T x) const {
    const T t = inner(x);
    const T slope = static_cast<T>(0.79788456080286535588) * (T(1) + T(0.134145) * x * x);
    return gradient * T(0.5) * (T(1) + t + x * (T(1) - t * t) * slope);
  }
};

// Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016: with erf, or its tanh approximation.
struct GeluChoice {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 8;
  using Attrs = GeluAttrs;
  PELTON_HD explicit GeluChoice(const Attrs& attrs) : approximate(attrs.approximate) {}
  // Calls loop(f) with the functor that the attributes choose: loops without the choice in them
  // vectorise.
  template <class Loop>
  PELTON_HD void choose(const Loop& loop) const {
    approximate ? loop(GeluByTanh{}) : loop(GeluByErf{});
  }
  bool approximate;
};

struct Gelu : GeluChoice {
  using GeluChoice::GeluChoice;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return approximate ? GeluByTanh{}(x) : GeluByErf{}(x);
  }
};

struct GeluGrad : GeluChoice {
  using GeluChoice::GeluChoice;
  template <class T>
  PELTON_HD T operator()(T gradient, T x) const {
    return approximate ? GeluByTanh{}(gradient, x) : GeluByErf{}(gradient, x);
  }
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

// `feature` is leaky_relu's input.
struct LeakyReluGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  using Attrs = LeakyReluAttrs;
  PELTON_HD explicit LeakyReluGrad(const Attrs& attrs) : alpha(attrs.alpha) {}
  template <class T>
  PELTON_HD T operator()(T grad, T feature) const {
    return feature > T(0) ? grad : static_cast<T>(alpha) * grad;
  }
  double alpha;
};

// All of them, from which the kernels of CPUs and GPUs follow.
using ActivationFunctors =
    Types<Sigmoid, SigmoidGrad, Relu, ReluGrad, Relu6, Elu, EluGrad, Selu, Softplus, Softsign, Silu,
          SiluGrad, SigmoidCrossEntropy, Gelu, GeluGrad, LeakyRelu, LeakyReluGrad>;

}  // namespace pelton
