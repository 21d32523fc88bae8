// Owns the distributions whose numbers are drawn again until one is accepted: gamma, Poisson and
// binomial, in double. Each element has words of its own, as many as it asks for.
#pragma once
#include "kernels/common/distributions.h"
#include "kernels/common/philox.h"
#include "kernels/common/special/gamma.h"

namespace pelton::random {

// The uniform numbers in (0, 1) of element `element` of a stream.
class ElementDraws {
 public:
  PELTON_HD ElementDraws(const RandomStream& stream, int64_t element)
      : key_(static_cast<uint64_t>(stream.key)),
        offset_(static_cast<uint64_t>(stream.offset)),
        block_(static_cast<uint64_t>(stream.block) + (static_cast<uint64_t>(element) << 20)) {}
  PELTON_HD double uniform() {
    if (is_empty_) words_ = philox(key_, offset_, block_++);
    is_empty_ = !is_empty_;
    return (static_cast<double>(words_.wide(is_empty_ ? 1 : 0) >> 11) + 0.5) * 0x1p-53;
  }
  PELTON_HD double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * special::kPi * uniform());
  }

 private:
  uint64_t key_, offset_, block_;
  PhiloxWords words_{};
  bool is_empty_ = true;
};

inline constexpr int kMostDraws = 10000;  // of which none fails but with a broken generator

// Marsaglia and Tsang's method; alpha below 1 by a power of a uniform number.
PELTON_HD double draw_gamma(double alpha, ElementDraws& draws) {
  if (!(alpha > 0)) return alpha == 0 ? 0 : special::kNaN;
  const double boost = alpha < 1 ? std::pow(draws.uniform(), 1 / alpha) : 1;
  const double d = (alpha < 1 ? alpha + 1 : alpha) - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (int i = 0; i < kMostDraws; ++i) {
    const double x = draws.normal(), root = 1 + c * x, u = draws.uniform();
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v * boost;
  }
  return d * boost;
}

// How many uniform numbers can be multiplied before exp(-rate) is reached.
PELTON_HD double draw_few_events(double rate, ElementDraws& draws) {
  const double limit = std::exp(-rate);
  double product = draws.uniform(), count = 0;
  for (; product > limit && count < kMostDraws; ++count) product *= draws.uniform();
  return count;
}

// Below 10 by multiplication, else Hormann's transformed rejection (PTRS).
PELTON_HD double draw_poisson(double rate, ElementDraws& draws) {
  if (!(rate >= 0)) return special::kNaN;
  if (rate == 0 || rate == special::kInfinity) return rate;
  if (rate < 10) return draw_few_events(rate, draws);
  const double root = std::sqrt(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverse = 1.1239 + 1.1328 / (b - 3.4), sure = 0.9277 - 3.6224 / (b - 2);
  for (int i = 0; i < kMostDraws; ++i) {
    const double u = draws.uniform() - 0.5, v = draws.uniform(), near = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / near + b) * u + rate + 0.43);
    if (near >= 0.07 && v <= sure) return k;
    if (k < 0 || (near < 0.013 && v > near)) continue;
    const double drawn = std::log(v) + std::log(inverse) - std::log(a / (near * near) + b);
    if (drawn <= k * std::log(rate) - rate - special::lgamma(k + 1)) return k;
  }
  return std::floor(rate);
}

// How many gaps between successes, each geometric, fit into n trials.
PELTON_HD double draw_few_successes(double n, double p, ElementDraws& draws) {
  const double log_failure = std::log1p(-p);
  double trials = 0;
  for (int count = 0; count < kMostDraws; ++count) {
    trials += std::ceil(std::log(draws.uniform()) / log_failure);
    if (!(trials <= n)) return count;
  }
  return n * p;
}

// Hormann's transformed rejection (BTRS), for n p of 10 or more and p of 1/2 or less.
PELTON_HD double draw_many_successes(double n, double p, ElementDraws& draws) {
  const double deviation = std::sqrt(n * p * (1 - p)), odds = std::log(p / (1 - p));
  const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double sure = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * deviation;
  const double mode = std::floor((n + 1) * p);
  const double at_mode = special::lgamma(mode + 1) + special::lgamma(n - mode + 1);
  for (int i = 0; i < kMostDraws; ++i) {
    const double u = draws.uniform() - 0.5, v = draws.uniform(), near = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / near + b) * u + n * p + 0.5);
    if (k < 0 || k > n) continue;
    if (near >= 0.07 && v <= sure) return k;
    const double drawn = std::log(v * alpha / (a / (near * near) + b));
    const double density = at_mode - special::lgamma(k + 1) - special::lgamma(n - k + 1);
    if (drawn <= density + (k - mode) * odds) return k;
  }
  return mode;
}

PELTON_HD double draw_binomial(double n, double p, ElementDraws& draws) {
  if (!(n >= 0) || !(p >= 0) || !(p <= 1) || n == special::kInfinity) return special::kNaN;
  n = std::floor(n);
  if (n == 0 || p == 0) return 0;
  const bool is_turned = p > 0.5;
  const double q = is_turned ? 1 - p : p;
  if (q == 0) return n;
  const double count =
      n * q < 10 ? draw_few_successes(n, q, draws) : draw_many_successes(n, q, draws);
  return is_turned ? n - count : count;
}

// A number as T: integers have 0 for what is none, and their largest for what is larger.
template <class T>
PELTON_HD T as_count(double value) {
  if constexpr (std::is_integral_v<T>) {
    if (value != value) return T(0);
    constexpr T most = std::numeric_limits<T>::max();
    return value >= static_cast<double>(most) ? most : static_cast<T>(value);
  } else {
    return T(static_cast<compute_t<T>>(value));
  }
}

}  // namespace pelton::random
