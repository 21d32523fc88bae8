// Owns how random words become numbers: uniform, normal and truncated normal. Straight-line code,
// so that loops vectorise and every instruction set gives the same bits.
#pragma once
#include <cmath>

#include "kernels/common/float_math.h"

namespace pelton::random {

// In [0, 1), 24 bits.
PELTON_HD float unit(uint32_t word) {
  return static_cast<float>(static_cast<int32_t>(word >> 8)) * 0x1p-24f;
}

// In [0, 1), 53 bits.
PELTON_HD double unit(uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

// In (-1, 1), symmetric about 0, never 0.
PELTON_HD float centered(uint32_t word) {
  return static_cast<float>(static_cast<int32_t>(word >> 9) * 2 + 1 - (1 << 23)) * 0x1p-23f;
}
PELTON_HD double centered(uint64_t word) {
  return static_cast<double>(static_cast<int64_t>(word >> 12) * 2 + 1 - (int64_t{1} << 52)) *
         0x1p-52;
}

// An integer in [0, range) (Lemire's multiplication); range 0 stands for 2^32 or 2^64.
PELTON_HD uint32_t below(uint32_t word, uint32_t range) {
  return range == 0 ? word : static_cast<uint32_t>((uint64_t{word} * range) >> 32);
}
PELTON_HD uint64_t below(uint64_t word, uint64_t range) {
  if (range == 0) return word;
  // The high half of the 128-bit product, without a 128-bit type.
  const uint64_t a = word >> 32, b = word & 0xffffffffu;
  const uint64_t c = range >> 32, d = range & 0xffffffffu;
  const uint64_t middle = a * d + ((b * d) >> 32);
  return a * c + (middle >> 32) + (((middle & 0xffffffffu) + b * c) >> 32);
}

// low + u * span, rounded twice on every processor: nvcc would make one rounding of it.
PELTON_HD float stretched(float u, float low, float span) {
#ifdef __CUDA_ARCH__
  return __fadd_rn(low, __fmul_rn(u, span));
#else
  return low + u * span;
#endif
}
PELTON_HD double stretched(double u, double low, double span) {
#ifdef __CUDA_ARCH__
  return __dadd_rn(low, __dmul_rn(u, span));
#else
  return low + u * span;
#endif
}

template <class T>
struct Pair {
  T first, second;
};

// cos and sin of 2 pi u for u in [0, 1): polynomials on the nearest quarter turn.
PELTON_HD Pair<float> turn(float u) {
  const int32_t quarter = static_cast<int32_t>(u * 4.0f + 0.5f);
  const float x = (u - static_cast<float>(quarter) * 0.25f) * 6.28318531f;
  const float z = x * x;
  const float s = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * x + x;
  const float c =
      ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z -
      0.5f * z + 1.0f;
  const bool swapped = (quarter & 1) != 0;
  const float cosine = swapped ? s : c, sine = swapped ? c : s;
  return {((quarter + 1) & 2) != 0 ? -cosine : cosine, (quarter & 2) != 0 ? -sine : sine};
}
PELTON_HD Pair<double> turn(double u) {
  const double x = u * 6.283185307179586477;
  return {std::cos(x), std::sin(x)};
}

PELTON_HD float log_of(float x) { return math::log(x); }
PELTON_HD double log_of(double x) { return std::log(x); }

// Two independent standard normal numbers of two words (Box and Muller, 1958).
template <class Word>
PELTON_HD auto normal_pair(Word a, Word b) {
  const auto u = decltype(unit(a))(1) - unit(a);  // in (0, 1]
  const auto radius = std::sqrt(-2 * log_of(u));
  const auto at = turn(unit(b));
  return Pair{radius * at.first, radius * at.second};
}

// The inverse of the error function for |x| < 0.995 (Giles, 2010).
PELTON_HD float erf_inverse(float x) {
  const float w = -log_of((1.0f - x) * (1.0f + x)) - 2.5f;
  float p = 2.81022636e-08f;
  p = p * w + 3.43273939e-07f;
  p = p * w - 3.5233877e-06f;
  p = p * w - 4.39150654e-06f;
  p = p * w + 2.1858087e-04f;
  p = p * w - 1.25372503e-03f;
  p = p * w - 4.17768164e-03f;
  p = p * w + 2.46640727e-01f;
  return (p * w + 1.50140941f) * x;
}
// The float one made exact by two Newton steps.
PELTON_HD double erf_inverse(double x) {
  double y = erf_inverse(static_cast<float>(x));
  for (int i = 0; i < 2; ++i) y -= (std::erf(y) - x) * 0.886226925452758014 * std::exp(y * y);
  return y;
}

// A standard normal number given that it lies within two deviations: the inverse of its
// distribution, so that one word is enough where others reject and draw again.
template <class Word>
PELTON_HD auto truncated_normal(Word word) {
  using T = decltype(centered(word));
  const T p = centered(word) * T(0.954499736103641586);  // erf(sqrt(2))
  const T x = erf_inverse(p) * T(1.41421356237309505);
  return x > 2 ? T(2) : (x < -2 ? T(-2) : x);
}

}  // namespace pelton::random
