// Owns the double and complex overloads of float_math.h, so that a functor names one function for
// every type. Complex functions are found in the namespace of their type: std on the CPU.
#pragma once
#include "kernels/common/float_math.h"

namespace pelton::math {

template <class T>
concept NotFloat = !std::is_same_v<T, float>;

template <NotFloat T>
PELTON_HD T exp(T x) {
  using std::exp;
  return exp(x);
}

template <NotFloat T>
PELTON_HD T log(T x) {
  using std::log;
  return log(x);
}

template <NotFloat T>
PELTON_HD T pow(T x, T y) {
  using std::pow;
  return pow(x, y);
}

// Of a complex number as exact near the poles as elsewhere: Kahan, "Branch Cuts for Complex
// Elementary Functions", 1987. Far from 0 the square of sinh would overflow.
template <NotFloat T>
PELTON_HD T tanh(T x) {
  if constexpr (kIsComplex<T>) {
    using Part = typename T::value_type;
    constexpr Part kFar = sizeof(Part) == sizeof(double) ? 177 : 22;
    const Part a = x.real(), b = x.imag();
    if (std::abs(a) > kFar) return {std::copysign(Part(1), a), Part(0) * std::sin(b) * std::cos(b)};
    const Part tangent = std::sin(b) / std::cos(b), sine = std::sinh(a),
               spread = 1 + tangent * tangent;
    const Part below = 1 + spread * sine * sine;
    return {spread * std::sqrt(1 + sine * sine) * sine / below, tangent / below};
  } else {
    return std::tanh(x);
  }
}

template <NotFloat T>
PELTON_HD T sin(T x) {
  using std::sin;
  return sin(x);
}

template <NotFloat T>
PELTON_HD T cos(T x) {
  using std::cos;
  return cos(x);
}

template <NotFloat T>
PELTON_HD T atan(T x) {
  using std::atan;
  return atan(x);
}

PELTON_HD double atan2(double y, double x) { return std::atan2(y, x); }

PELTON_HD double erf(double x) { return std::erf(x); }

// exp(a + ib) - 1 without the cancellation near 0.
template <NotFloat T>
PELTON_HD T expm1(T x) {
  if constexpr (kIsComplex<T>) {
    const auto grown = std::exp(x.real());
    const auto half_sine = std::sin(x.imag() / 2);
    return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half_sine * half_sine,
            grown * std::sin(x.imag())};
  } else {
    return std::expm1(x);
  }
}

// log(1 + z): its real part is half the logarithm of |1 + z|^2 = 1 + (a (2 + a) + b^2).
template <NotFloat T>
PELTON_HD T log1p(T x) {
  if constexpr (kIsComplex<T>) {
    const auto a = x.real(), b = x.imag();
    return {std::log1p(a * (2 + a) + b * b) / 2, std::atan2(b, 1 + a)};
  } else {
    return std::log1p(x);
  }
}

template <NotFloat T>
PELTON_HD T sigmoid(T x) {
  if constexpr (kIsComplex<T>) {
    return T(1) / (T(1) + math::exp(-x));
  } else {
    const T e = std::exp(x < 0 ? x : -x);
    return (x < 0 ? e : T(1)) / (T(1) + e);
  }
}

PELTON_HD double log1p_of_exp(double x) { return std::log1p(std::exp(x)); }

PELTON_HD double softplus(double x) {
  const double y = (x > 0 ? x : 0) + std::log1p(std::exp(x < 0 ? x : -x));
  return x != x ? x : y;
}

}  // namespace pelton::math
