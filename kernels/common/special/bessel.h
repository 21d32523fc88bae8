// Owns the Bessel functions of both kinds, J and Y, and K, of order 0 and 1, in double precision.
#pragma once
#include "kernels/common/special/gamma.h"

namespace pelton::special {

inline constexpr double kEuler = 0.57721566490153286061;

struct BesselPair {
  double j, y;
};

// x >= 25: the asymptotic series of amplitude and phase.
PELTON_HD BesselPair far_bessel(int n, double x) {
  double term = 1, p = 1, q = 0;
  for (int k = 1; k < 40; ++k) {
    const double odd = 2 * k - 1;
    const double next = term * (4 * n * n - odd * odd) / (k * 8 * x);
    if (std::abs(next) < 1e-18 || std::abs(next) > std::abs(term)) break;
    term = next;
    if (k % 2 == 1) {
      q += k % 4 == 1 ? term : -term;
    } else {
      p += k % 4 == 0 ? term : -term;
    }
  }
  // Of x - pi/4, and a quarter of a turn less for n = 1, without rounding that difference.
  const double c = (std::cos(x) + std::sin(x)) * 0.70710678118654752440;
  const double s = (std::sin(x) - std::cos(x)) * 0.70710678118654752440;
  const double cosine = n == 0 ? c : s, sine = n == 0 ? s : -c;
  const double size = std::sqrt(2 / (kPi * x));
  return {size * (p * cosine - q * sine), size * (p * sine + q * cosine)};
}

// 1 <= x < 25: J of all orders by Miller's backward recurrence, Y by Neumann's series of them.
PELTON_HD BesselPair middle_bessel(int n, double x) {
  double above = 0, here = 1e-280, total = 0, series = 0, other_series = 0;
  for (int k = 2 * (static_cast<int>(x) / 2 + 24); k > 0; --k) {
    const int half = k / 2;
    const double sign = half % 2 == 0 ? 1 : -1;
    if (k % 2 == 0) {
      total += 2 * here;
      series += sign * here / half;
    } else if (half > 0) {
      other_series += sign * here * k / (half * (half + 1.0));
    }
    const double below = 2 * k / x * here - above;
    above = here;
    here = below;
  }
  total += here;  // J0 + 2 J2 + 2 J4 + ... is 1
  const double j0 = here / total, j1 = above / total, log_half = std::log(x / 2) + kEuler;
  if (n == 0) return {j0, 2 / kPi * (log_half * j0 - 2 * series / total)};
  return {j1, 2 / kPi * ((log_half - 1) * j1 - j0 / x - other_series / total)};
}

// 0 < x < 1: the power series; sign = 1 gives I and what K's series adds.
struct PowerSeries {
  double first, second;  // sum of terms; sum of terms times harmonic numbers
};

PELTON_HD PowerSeries bessel_powers(int n, double x, double sign) {
  const double w = sign * x * x / 4;
  double term = n == 0 ? 1 : x / 2, harmonic = 0;
  PowerSeries sums{term, n == 0 ? 0 : term};
  for (int k = 1; k < 20; ++k) {
    term *= w / (k * (k + n));
    harmonic += 1.0 / k;
    sums.first += term;
    sums.second += term * (n == 0 ? harmonic : 2 * harmonic + 1.0 / (k + 1));
  }
  return sums;
}

PELTON_HD BesselPair near_bessel(int n, double x) {
  const PowerSeries sums = bessel_powers(n, x, -1);
  const double log_half = std::log(x / 2) + kEuler;
  if (n == 0) return {sums.first, 2 / kPi * (log_half * sums.first - sums.second)};
  return {sums.first, 2 / kPi * (log_half * sums.first - 1 / x) - sums.second / kPi};
}

PELTON_HD BesselPair bessel(int n, double x) {
  if (x == kInfinity) return {0, 0};
  return x < 1 ? near_bessel(n, x) : x < 25 ? middle_bessel(n, x) : far_bessel(n, x);
}

PELTON_HD double bessel_j(int n, double x) {
  const double size = std::abs(x);
  if (x != x) return x;
  if (size < 1) return (n == 1 && x < 0 ? -1 : 1) * bessel_powers(n, size, -1).first;
  return (n == 1 && x < 0 ? -1 : 1) * bessel(n, size).j;
}

PELTON_HD double bessel_y(int n, double x) {
  if (!(x > 0)) return x <= 0 ? -kInfinity : kNaN;
  return bessel(n, x).y;
}

// exp(x) K_n(x): the power series, or from 1 on the trapezoidal rule for the integral of
// exp(-x (cosh t - 1)) cosh(n t), which converges fast.
PELTON_HD double scaled_bessel_k(int n, double x) {
  if (!(x > 0)) return x <= 0 ? kInfinity : kNaN;
  if (x == kInfinity) return 0;
  if (x < 1) {
    const PowerSeries sums = bessel_powers(n, x, 1);
    const double log_half = std::log(x / 2) + kEuler;
    const double k = n == 0 ? sums.second - log_half * sums.first
                            : 1 / x + log_half * sums.first - sums.second / 2;
    return k * std::exp(x);
  }
  const double step = x < 6 ? 0.25 : 0.6 / std::sqrt(x);
  double sum = 0.5;
  for (int k = 1; k < 40; ++k) {
    const double half = std::sinh(k * step / 2), above = 2 * half * half;  // cosh - 1
    const double term = std::exp(-x * above) * (n == 0 ? 1 : 1 + above);
    sum += term;
    if (term < sum * 1e-18) break;
  }
  return step * sum;
}

PELTON_HD double bessel_k(int n, double x) { return scaled_bessel_k(n, x) * std::exp(-x); }

}  // namespace pelton::special
