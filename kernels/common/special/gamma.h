// Owns the gamma function's kin in double precision, in which float arguments are computed too:
// logarithm, derivatives of it, the Hurwitz zeta function. NaN where a function has no value.
#pragma once
#include <cmath>
#include <limits>

#include "kernels/common/functors/functors.h"

namespace pelton::special {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kPi = 3.14159265358979323846;

// log |gamma(x)|. The C library's lgamma writes a global.
PELTON_HD double lgamma(double x) {
#ifdef __CUDA_ARCH__
  return ::lgamma(x);
#else
  int sign = 0;
  return ::lgamma_r(x, &sign);
#endif
}

// x - floor(x), of which a pole has 0.
PELTON_HD double fraction(double x) { return x - std::floor(x); }

// The derivative of log gamma: reflected below 0, moved up to where its series has converged.
PELTON_HD double digamma(double x) {
  if (x <= 0 && fraction(x) == 0) return kNaN;
  double result = 0;
  if (x < 0) {
    result = -kPi / std::tan(kPi * fraction(x));
    x = 1 - x;
  }
  for (; x < 10; x += 1) result -= 1 / x;
  const double w = 1 / (x * x);
  // Bernoulli numbers B(2k) / 2k.
  const double series =
      w * (1.0 / 12 -
           w * (1.0 / 120 -
                w * (1.0 / 252 -
                     w * (1.0 / 240 - w * (1.0 / 132 - w * (691.0 / 32760 - w * (1.0 / 12)))))));
  return result + std::log(x) - 0.5 / x - series;
}

// The sum of (q + k)^-x over k >= 0, for x > 1: the first terms, and Euler and Maclaurin's for the
// rest. NaN for q below -100,000, so that no argument takes long.
PELTON_HD double zeta(double x, double q) {
  if (!(x >= 1) || !(q >= -1e5)) return kNaN;
  if (x == 1) return kInfinity;
  if (q <= 0) {
    if (fraction(q) == 0) return kInfinity;
    if (fraction(x) != 0) return kNaN;
  }
  double sum = 0;
  for (int k = 0; k < 12 || q < 0; ++k, q += 1) sum += std::pow(q, -x);
  // B(2k) / (2k)!
  constexpr double b1 = 1.0 / 12, b2 = -1.0 / 720, b3 = 1.0 / 30240, b4 = -1.0 / 1209600,
                   b5 = 1.0 / 47900160, b6 = -691.0 / 1307674368000.0, b7 = 1.0 / 74724249600.0,
                   b8 = -3617.0 / 10670622842880000.0;
  const double power = std::pow(q, -x), w = 1 / (q * q);
  double rest = power * q / (x - 1) + power / 2;
  double term = x * power / q;
  const double numbers[] = {b1, b2, b3, b4, b5, b6, b7, b8};
  for (int k = 0; k < 8; ++k) {
    rest += numbers[k] * term;
    term *= (x + 2 * k + 1) * (x + 2 * k + 2) * w;
  }
  return sum + rest;
}

// The n-th derivative of digamma, n a whole number.
PELTON_HD double polygamma(double n, double x) {
  if (!(n >= 0) || fraction(n) != 0) return kNaN;
  if (n == 0) return digamma(x);
  const double sign = std::fmod(n, 2.0) == 0 ? -1 : 1;
  return sign * std::exp(lgamma(n + 1)) * zeta(n + 1, x);
}

}  // namespace pelton::special
