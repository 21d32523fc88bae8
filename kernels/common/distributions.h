// Owns how random words become numbers, as TensorFlow makes them: uniform and normal. Straight-line
// code, so that loops vectorise and every instruction set gives the same bits.
#pragma once
#include <bit>
#include <cmath>

#include "core/half.h"
#include "kernels/common/functors/functors.h"

namespace pelton::random {

// In [0, 1): the lowest bits of the word, as many as a mantissa has.
template <class T>
inline constexpr int kUnitBits = 0;
template <>
inline constexpr int kUnitBits<float> = 23;
template <>
inline constexpr int kUnitBits<Half> = 10;
template <>
inline constexpr int kUnitBits<BFloat16> = 7;
template <class T>
PELTON_HD float unit_of(uint32_t word) {
  constexpr int32_t kSteps = 1 << kUnitBits<T>;
  return static_cast<float>(static_cast<int32_t>(word & (kSteps - 1))) * (1.0f / kSteps);
}
PELTON_HD float unit(uint32_t word) { return unit_of<float>(word); }
// The lower half of the word is the mantissa's upper one.
PELTON_HD double unit(uint64_t word) {
  return static_cast<double>(static_cast<int64_t>((word & 0xfffffu) << 32 | word >> 32)) * 0x1p-52;
}

// The remainder by `range`, whose inverse is given; a quotient in double may be one off. Without
// branches, so that loops vectorise.
PELTON_HD uint32_t below(uint32_t word, uint32_t range, double inverse) {
  const auto quotient = static_cast<int64_t>(static_cast<double>(word) * inverse);
  const int64_t rest = int64_t{word} - quotient * int64_t{range};
  return static_cast<uint32_t>(rest < 0 ? rest + range : rest >= range ? rest - range : rest);
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

// The logarithm of x > 0 and the sine and cosine of x in [0, 2 pi], to 2^-36: what rounds to float
// is what the correctly rounded function would be, but for one case in thousands.
PELTON_HD double log_of(float x) {
  constexpr uint32_t kRootHalf = 0x3f3504f3u;
  const auto bits = std::bit_cast<uint32_t>(x);
  const int32_t exponent = static_cast<int32_t>(bits - kRootHalf) >> 23;
  const double m = std::bit_cast<float>(bits - (static_cast<uint32_t>(exponent) << 23));
  const double s = (m - 1) / (m + 1), z = s * s;
  double p = 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z + 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z + 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z + 1.0 / 3;
  return static_cast<double>(exponent) * 0.693147180559945309 + 2 * (s + s * z * p);
}

PELTON_HD Pair<double> sine_and_cosine(double x) {
  const auto quarter = static_cast<int32_t>(x * 0.636619772367581343 + 0.5);
  const double y = x - static_cast<double>(quarter) * 1.570796326794896619, z = y * y;
  double s = 1.0 / 6227020800;
  s = s * z - 1.0 / 39916800;
  s = s * z + 1.0 / 362880;
  s = s * z - 1.0 / 5040;
  s = s * z + 1.0 / 120;
  s = s * z - 1.0 / 6;
  s = s * z * y + y;
  double c = 1.0 / 479001600;
  c = c * z - 1.0 / 3628800;
  c = c * z + 1.0 / 40320;
  c = c * z - 1.0 / 720;
  c = c * z + 1.0 / 24;
  c = c * z - 1.0 / 2;
  c = c * z + 1;
  const bool swapped = (quarter & 1) != 0;
  const double sine = swapped ? c : s, cosine = swapped ? s : c;
  return {(quarter & 2) != 0 ? -sine : sine, ((quarter + 1) & 2) != 0 ? -cosine : cosine};
}

inline constexpr double kTurn = 6.283185307179586477;
inline constexpr double kLeastUnit = 1e-7;  // below which a logarithm is not taken

// Two independent standard normal numbers of two words (Box and Muller, 1958).
PELTON_HD Pair<float> normal_pair(uint32_t a, uint32_t b) {
  const float u = unit(a), at_least = static_cast<float>(kLeastUnit);
  const float radius = std::sqrt(-2.0f * static_cast<float>(log_of(u < at_least ? at_least : u)));
  const auto angle = static_cast<float>(kTurn * static_cast<double>(unit(b)));
  const Pair<double> at = sine_and_cosine(static_cast<double>(angle));
  return {static_cast<float>(at.first) * radius, static_cast<float>(at.second) * radius};
}
PELTON_HD Pair<double> normal_pair(uint64_t a, uint64_t b) {
  const double u = unit(a);
  const double radius = std::sqrt(-2 * std::log(u < kLeastUnit ? kLeastUnit : u));
  const double angle = kTurn * unit(b);
  return {std::sin(angle) * radius, std::cos(angle) * radius};
}

inline constexpr int kTruncation = 2;  // deviations, beyond which numbers are drawn again

}  // namespace pelton::random
