// Owns special functions that are integrals: the exponential one, Dawson's, Fresnel's, Spence's, in
// double precision.
#pragma once
#include "kernels/common/special/gamma.h"

namespace pelton::special {

// The integral of exp(t) / t up to x > 0: the power series, or for large x the asymptotic one.
PELTON_HD double expint(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  double term = 1, sum = 0;
  if (x < 40) {
    for (int k = 1; k < 200; ++k) {
      term *= x / k;
      sum += term / k;
      if (term < sum * 1e-18) break;
    }
    return 0.57721566490153286061 + std::log(x) + sum;
  }
  for (int k = 1; k < 60 && k < x && term > 1e-18; ++k) {
    sum += term;
    term *= k / x;
  }
  return std::exp(x) / x * sum;
}

// exp(-x^2) times the integral of exp(t^2) up to x: Rybicki's sum of Gaussians at odd multiples of
// 0.2; near 0 the power series, far from it the asymptotic one.
PELTON_HD double dawsn(double x) {
  const double size = std::abs(x), square = x * x;
  if (x != x) return x;
  if (size < 0.5) {
    double term = x, sum = x;
    for (int k = 1; k < 25; ++k) sum += term *= -2 * square / (2 * k + 1);
    return sum;
  }
  if (size > 12) {
    double term = 0.5 / x, sum = term;
    for (int k = 1; k < 12; ++k) sum += term *= (2 * k - 1) / (2 * square);
    return sum;
  }
  const double step = 0.2;
  const int nearest = 2 * static_cast<int>(std::floor(size / (2 * step) + 0.5));
  double sum = 0;
  for (int k = -31; k <= 31; k += 2) {
    const double distance = size - (nearest + k) * step;
    sum += std::exp(-distance * distance) / (nearest + k);
  }
  return std::copysign(sum * 0.56418958354775628695, x);  // 1 / sqrt(pi)
}

struct FresnelPair {
  double sine, cosine;
};

// The integrals of sin and cos of pi/2 t^2 up to x: power series, or from 1.5 on by the auxiliary
// functions f and g, whose integrals the trapezoidal rule gives.
PELTON_HD FresnelPair fresnel(double x) {
  const double size = std::abs(x), turn = kPi / 2 * x * x;
  if (x != x) return {x, x};
  if (size == kInfinity) return {std::copysign(0.5, x), std::copysign(0.5, x)};
  if (size < 1.5) {
    double term = x;
    FresnelPair sums{0, 0};
    for (int k = 0; k < 50; ++k) {  // terms of two alternating series, one after the other
      const double part = (k % 4 < 2 ? term : -term) / (2 * k + 1);
      (k % 2 == 0 ? sums.cosine : sums.sine) += part;
      term *= turn / (k + 1);
    }
    return sums;
  }
  const double step = size < 3.6 ? 0.11 : 0.4 / size;
  double f = 0.5, g = 0;
  for (int k = 1; k < 60; ++k) {
    const double u = (k * step) * (k * step), weight = std::exp(-turn * u) / (1 + u * u);
    f += weight;
    g += u * weight;
    if (weight < 1e-19) break;
  }
  const double scale = 0.45015815807855303478 * step;  // sqrt(2) / pi
  const double s = std::sin(turn), c = std::cos(turn);
  return {std::copysign(0.5 - scale * (f * c + g * s), x),
          std::copysign(0.5 + scale * (f * s - g * c), x)};
}

PELTON_HD double fresnel_sin(double x) { return fresnel(x).sine; }
PELTON_HD double fresnel_cos(double x) { return fresnel(x).cosine; }

// 1/2 <= x <= 2: the series of u = -log(x) with Bernoulli's numbers.
PELTON_HD double near_spence(double x) {
  constexpr double kBernoulli[] = {1.0 / 6,       -1.0 / 30, 1.0 / 42,      -1.0 / 30,    5.0 / 66,
                                   -691.0 / 2730, 7.0 / 6,   -3617.0 / 510, 43867.0 / 798};
  const double u = -std::log(x);
  double power = u, sum = u - u * u / 4;
  for (int k = 1; k <= 9; ++k) {
    power *= u * u / (2 * k * (2 * k + 1));
    sum += kBernoulli[k - 1] * power;
  }
  return sum;
}

// The dilogarithm of 1 - x: minus the integral of log(t) / (t - 1) from 1 to x.
PELTON_HD double spence(double x) {
  if (!(x >= 0)) return kNaN;
  const double whole = kPi * kPi / 6;
  if (x == 0) return whole;
  if (x < 0.5) return whole - std::log(x) * std::log1p(-x) - near_spence(1 - x);
  if (x <= 2) return near_spence(x);
  if (x == kInfinity) return -kInfinity;
  const double log_x = std::log(x), inverse = 1 / x;
  const double reflected = inverse < 0.5
                               ? whole + log_x * std::log1p(-inverse) - near_spence(1 - inverse)
                               : near_spence(inverse);
  return -log_x * log_x / 2 - reflected;
}

}  // namespace pelton::special
