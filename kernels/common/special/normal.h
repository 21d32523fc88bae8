// Owns the inverses of the normal distribution and of erf, and modified Bessel functions, in double
// precision.
#pragma once
#include "kernels/common/special/gamma.h"

namespace pelton::special {

inline constexpr double kSqrtHalf = 0.70710678118654752440;

// Where the normal distribution is `p` in (0, 1/2]: Hastings' estimate, then Halley's steps.
PELTON_HD double lower_normal_quantile(double p) {
  const double t = std::sqrt(-2 * std::log(p));
  double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                 (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
             t;
  for (int i = 0; i < 3; ++i) {
    const double error = 0.5 * std::erfc(-x * kSqrtHalf) - p;
    const double step = error * 2.50662827463100050242 * std::exp(x * x / 2);
    x -= step / (1 + x * step / 2);
  }
  return x;
}

PELTON_HD double ndtri(double p) {
  if (!(p >= 0 && p <= 1)) return kNaN;
  if (p == 0 || p == 1) return p == 0 ? -kInfinity : kInfinity;
  return p <= 0.5 ? lower_normal_quantile(p) : -lower_normal_quantile(1 - p);
}

// Near 0 by the series' first terms and Newton's steps, which keep its relative precision.
PELTON_HD double erfinv(double y) {
  const double size = std::abs(y);
  if (!(size < 1)) return size == 1 ? y * kInfinity : kNaN;
  if (size > 0.5) return std::copysign(lower_normal_quantile(0.5 * (1 - size)) * -kSqrtHalf, y);
  double x = y * 0.88622692545275801365 * (1 + y * y * 0.26179938779914943654);
  for (int i = 0; i < 3; ++i) x -= (std::erf(x) - y) * 0.88622692545275801365 * std::exp(x * x);
  return x;
}

// exp(-|x|) I_n(x) for n = 0 or 1: the power series, whose terms are positive, or for large x the
// asymptotic one.
PELTON_HD double scaled_bessel_i(int n, double x) {
  const double size = std::abs(x), sign = n == 1 && x < 0 ? -1 : 1;
  if (x != x) return x;
  double term = 1, sum = 1;
  if (size < 20) {
    const double w = size * size / 4;
    for (int k = 1; k < 200 && term > sum * 1e-17; ++k) sum += term *= w / (k * (k + n));
    return sign * sum * std::exp(-size) * (n == 1 ? size / 2 : 1);
  }
  for (int k = 1; k < 30; ++k) {
    const double odd = 2 * k - 1;
    const double next = term * -(4 * n * n - odd * odd) / (k * 8 * size);
    if (std::abs(next) < 1e-17 || std::abs(next) > std::abs(term)) break;
    sum += term = next;
  }
  return size == kInfinity ? 0 : sign * sum / std::sqrt(2 * kPi * size);
}

}  // namespace pelton::special
