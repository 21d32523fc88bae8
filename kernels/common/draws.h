// Owns what the random ops make of random words, from their attributes: the same on every
// processor. A draw has a Word and a result T, and makes one T of one Word or a pair of two.
#pragma once
#include <algorithm>
#include <limits>

#include "kernels/common/attrs/random_attrs.h"
#include "kernels/common/distributions.h"

namespace pelton::random {

// 32 random bits per number for float arithmetic, 64 for double.
template <class T>
using word_t = std::conditional_t<std::is_same_v<compute_t<T>, float>, uint32_t, uint64_t>;

// The largest T that is less than `limit`.
template <class T>
T largest_below(compute_t<T> limit) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::nextafter(limit, -std::numeric_limits<T>::infinity());
  } else {
    T value(limit);
    while (float(value) >= limit) {
      if ((value.bits & 0x7fff) == 0)
        value.bits = 0x8001;
      else
        value.bits = static_cast<uint16_t>(value.bits + (value.bits & 0x8000 ? 1 : -1));
    }
    return value;
  }
}

template <class Real>
struct UniformReal {
  using T = Real;
  using C = compute_t<T>;
  using Word = word_t<T>;

  // Rounding may reach the bound that is excluded; a range upside down has none.
  explicit UniformReal(const RandomUniformAttrs& attrs)
      : low(attrs.minval),
        span(C(attrs.maxval) - low),
        limit(C(attrs.maxval) > low ? C(attrs.maxval) : std::numeric_limits<C>::infinity()),
        below_limit(C(attrs.maxval) > low ? largest_below<T>(C(attrs.maxval)) : T(low)) {}
  PELTON_HD T operator()(Word word) const {
    const T value(stretched(unit(word), low, span));
    return C(value) >= limit ? below_limit : value;
  }
  C low, span, limit;
  T below_limit;
};

template <class Integer>
struct UniformInteger {
  using T = Integer;
  using Word = std::make_unsigned_t<T>;

  // The bound itself may be one too large for T; the difference wraps to the right range.
  explicit UniformInteger(const RandomUniformAttrs& attrs)
      : low(static_cast<Word>(static_cast<T>(attrs.minval))) {
    constexpr int kDigits = std::numeric_limits<T>::digits;
    const Word high = attrs.maxval >= std::ldexp(1.0, kDigits)
                          ? static_cast<Word>(Word{1} << kDigits)
                          : static_cast<Word>(static_cast<T>(attrs.maxval));
    range = static_cast<Word>(high - low);
  }
  PELTON_HD T operator()(Word word) const {
    return static_cast<T>(static_cast<Word>(low + below(word, range)));
  }
  Word low, range;
};

template <class Real>
struct Normal {
  using T = Real;
  using Word = word_t<T>;

  explicit Normal(const RandomNormalAttrs& attrs) : mean(attrs.mean), deviation(attrs.stddev) {}
  PELTON_HD Pair<T> operator()(Word a, Word b) const {
    const auto pair = normal_pair(a, b);
    return {T(mean + deviation * pair.first), T(mean + deviation * pair.second)};
  }
  compute_t<T> mean, deviation;
};

template <class Real>
struct Truncated {
  using T = Real;
  using Word = word_t<T>;

  explicit Truncated(const RandomNormalAttrs& attrs) : mean(attrs.mean), deviation(attrs.stddev) {}
  PELTON_HD T operator()(Word word) const { return T(mean + deviation * truncated_normal(word)); }
  compute_t<T> mean, deviation;
};

// One 32-bit word per number whatever the dtype: all dtypes drop the same positions.
template <class Real>
struct Dropout {
  using T = Real;
  using Word = uint32_t;

  explicit Dropout(const DropoutAttrs& attrs)
      : dropped(static_cast<uint32_t>(std::min(std::ceil(attrs.rate * 0x1p32), 0x1p32 - 1))),
        scale(1.0 / (1.0 - attrs.rate)) {}
  PELTON_HD T operator()(Word word, T x) const {
    using C = compute_t<T>;
    return word >= dropped ? T(C(x) * scale) : T(C(0));
  }
  uint32_t dropped;
  compute_t<T> scale;
};

// The share of a class in its row of logits; a nan counts as impossible, infinities share all.
PELTON_HD double category_weight(double logit, double largest) {
  const double weight = logit == largest ? 1.0 : std::exp(logit - largest);
  const bool possible = logit == logit && largest > -std::numeric_limits<double>::infinity();
  return possible ? weight : 0.0;
}

}  // namespace pelton::random
