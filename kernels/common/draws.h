// Owns what the random ops make of random words, from their attributes: the same on every
// processor. A draw has a Word and a result T, and makes one T of one Word or a pair of two.
#pragma once
#include <algorithm>
#include <limits>

#include "kernels/common/attrs/random_attrs.h"
#include "kernels/common/distributions.h"
#include "kernels/common/philox.h"

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

// x * factor + offset, each rounded to T.
template <class T>
PELTON_HD T scaled(compute_t<T> x, compute_t<T> factor, compute_t<T> offset) {
  if constexpr (std::is_floating_point_v<T>)
    return stretched(x, offset, factor);
  else
    return T(float(T(x * factor)) + offset);
}

template <class Real>
struct UniformReal {
  using T = Real;
  using C = compute_t<T>;
  using Word = word_t<T>;

  // Rounding may reach the bound that is excluded; a range upside down has none.
  template <class A>
  explicit UniformReal(const A& attrs)
      : low(C(T(C(attrs.minval)))),
        span(C(T(C(T(C(attrs.maxval))) - low))),
        limit(C(attrs.maxval) > low ? C(attrs.maxval) : std::numeric_limits<C>::infinity()),
        below_limit(C(attrs.maxval) > low ? largest_below<T>(C(attrs.maxval)) : T(low)) {}
  PELTON_HD T operator()(Word word) const {
    C u;
    if constexpr (std::is_floating_point_v<T>)
      u = unit(word);
    else
      u = unit_of<T>(word);
    const T value = scaled<T>(u, span, low);
    return C(value) >= limit ? below_limit : value;
  }
  C low, span, limit;
  T below_limit;
};

template <class Integer>
struct UniformInteger {
  using T = Integer;
  using Word = std::make_unsigned_t<T>;

  // The bound itself may be one too large for T; the difference wraps to the right range, 0 for
  // that of all words, which stay as they are.
  template <class A>
  explicit UniformInteger(const A& attrs) : low(static_cast<Word>(static_cast<T>(attrs.minval))) {
    constexpr int kDigits = std::numeric_limits<T>::digits;
    const Word high = attrs.maxval >= std::ldexp(1.0, kDigits)
                          ? static_cast<Word>(Word{1} << kDigits)
                          : static_cast<Word>(static_cast<T>(attrs.maxval));
    range = static_cast<Word>(high - low);
    inverse = range == 0 ? 0 : 1.0 / static_cast<double>(range);
  }
  PELTON_HD T operator()(Word word) const {
    if constexpr (sizeof(Word) == 4)
      return static_cast<T>(range == 0 ? word : low + below(word, range, inverse));
    else
      return static_cast<T>(range == 0 ? word : low + word % range);
  }
  Word low, range;
  double inverse;
};

template <class Real>
struct Normal {
  using T = Real;
  using C = compute_t<T>;
  using Word = word_t<T>;

  template <class A>
  explicit Normal(const A& attrs) : mean(C(attrs.mean)), deviation(C(attrs.stddev)) {}
  PELTON_HD T shifted(C x) const { return scaled<T>(C(T(x)), deviation, mean); }
  PELTON_HD Pair<T> operator()(Word a, Word b) const {
    const Pair<C> pair = normal_pair(a, b);
    return {shifted(pair.first), shifted(pair.second)};
  }
  C mean, deviation;
};

// Numbers beyond the truncation are drawn again, so a group of numbers, as many as a block has
// words, has blocks of its own.
template <class Real>
struct Truncated : Normal<Real> {
  using T = Real;
  using C = compute_t<T>;
  using Word = word_t<T>;
  static constexpr int kGroup = sizeof(PhiloxWords) / sizeof(Word);
  static constexpr int64_t kBlocks = 64 * kGroup;  // reserved for a group

  using Normal<Real>::Normal;
  PELTON_HD static bool accepts(C x) { return x < kTruncation && x > -kTruncation; }
  // The numbers of one group.
  PELTON_HD void fill_group(const RandomStream& stream, int64_t group, T* out) const {
    auto block = static_cast<uint64_t>(group * kBlocks);
    for (int have = 0; have < kGroup; ++block) {
      const PhiloxWords words = stream_block(stream, block);
      for (int k = 0; k < kGroup && have < kGroup; k += 2) {
        const Pair<C> pair =
            normal_pair(words.template get<Word>(k), words.template get<Word>(k + 1));
        if (accepts(pair.first)) out[have++] = this->shifted(pair.first);
        if (have < kGroup && accepts(pair.second)) out[have++] = this->shifted(pair.second);
      }
    }
  }
};

// One 32-bit word per number whatever the dtype: all dtypes drop the same positions.
template <class Real>
struct Dropout {
  using T = Real;
  using Word = uint32_t;

  explicit Dropout(const DropoutAttrs& attrs)
      : dropped(static_cast<uint32_t>(std::ceil(static_cast<float>(attrs.rate) * 0x1p23f))),
        scale(1.0 / (1.0 - attrs.rate)) {}
  PELTON_HD T operator()(Word word, T x) const {
    using C = compute_t<T>;
    return (word & 0x7fffffu) >= dropped ? T(C(x) * scale) : T(C(0));
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
