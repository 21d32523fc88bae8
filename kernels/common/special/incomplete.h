// Owns the incomplete gamma and beta functions in double precision.
#pragma once
#include "kernels/common/special/gamma.h"

namespace pelton::special {

inline constexpr double kTiny = 1e-300;
inline constexpr double kPrecise = 1e-16;
inline constexpr int kMostTerms = 20000;

// x^a e^-x / gamma(a): the density of the gamma distribution times x.
PELTON_HD double gamma_weight(double a, double x) {
  return std::exp(a * std::log(x) - x - lgamma(a));
}

// The lower function by its power series, for x below a or so.
PELTON_HD double lower_gamma_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (int n = 1; n < kMostTerms && term > sum * kPrecise; ++n) sum += term *= x / (a + n);
  return sum * gamma_weight(a, x);
}

// The upper one by Legendre's continued fraction (Lentz's method), for x above it.
PELTON_HD double upper_gamma_fraction(double a, double x) {
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, fraction_ = d;
  for (int n = 1; n < kMostTerms; ++n) {
    const double numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = b + numerator / c;
    c = std::abs(c) < kTiny ? kTiny : c;
    fraction_ *= d * c;
    if (std::abs(d * c - 1) < kPrecise) break;
  }
  return fraction_ * gamma_weight(a, x);
}

// The regularized incomplete gamma function P(a, x), or Q = 1 - P.
PELTON_HD double incomplete_gamma(double a, double x, bool upper) {
  if (!(x >= 0) || !(a > 0)) return kNaN;
  if (x == 0) return upper ? 1 : 0;
  if (x == kInfinity) return a == kInfinity ? kNaN : (upper ? 0 : 1);
  if (a == kInfinity) return upper ? 1 : 0;
  const bool by_series = x < a + 1;
  const double part = by_series ? lower_gamma_series(a, x) : upper_gamma_fraction(a, x);
  return by_series == upper ? 1 - part : part;
}

// dP/da: the series x^a e^-x sum x^n / gamma(a + n + 1), term by term.
PELTON_HD double incomplete_gamma_grad(double a, double x) {
  if (!(x >= 0) || !(a > 0)) return kNaN;
  if (x == 0 || x == kInfinity) return 0;
  double term = gamma_weight(a, x) / a, slope = std::log(x) - digamma(a + 1), sum = term * slope;
  double largest = term;
  for (int n = 1; n < kMostTerms && (term > largest * kPrecise || n < x); ++n) {
    term *= x / (a + n);
    slope -= 1 / (a + n);
    sum += term * slope;
    largest = term > largest ? term : largest;
  }
  return sum;
}

// The derivative by alpha of a sample from the gamma distribution, its place in that held.
PELTON_HD double gamma_sample_grad(double alpha, double sample) {
  const double density = gamma_weight(alpha, sample) / sample;
  return density > 0 ? -incomplete_gamma_grad(alpha, sample) / density : 0;
}

// The continued fraction of the incomplete beta function, for x < (a + 1) / (a + b + 2).
PELTON_HD double beta_fraction(double a, double b, double x) {
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double fraction_ = d;
  for (int m = 1; m < kMostTerms; ++m) {
    double change = 1;
    for (int half = 0; half < 2; ++half) {
      const double numerator = half == 0
                                   ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                                   : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 + numerator * d;
      d = 1 / (std::abs(d) < kTiny ? kTiny : d);
      c = 1 + numerator / c;
      c = std::abs(c) < kTiny ? kTiny : c;
      change = d * c;
      fraction_ *= change;
    }
    if (std::abs(change - 1) < kPrecise) break;
  }
  return fraction_;
}

// The regularized incomplete beta function I_x(a, b).
PELTON_HD double incomplete_beta(double a, double b, double x) {
  if (!(a > 0) || !(b > 0) || !(x >= 0) || !(x <= 1)) return kNaN;
  if (x == 0 || x == 1) return x;
  const double weight =
      std::exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return weight * beta_fraction(a, b, x) / a;
  return 1 - weight * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace pelton::special
