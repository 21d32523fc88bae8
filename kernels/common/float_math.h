// Owns the elementary functions in the forms that functors call: float ones as straight-line code
// without calls, so that loops over them vectorise; double and complex ones from the C++ library.
// Float results are within 2.5 ulp of exact (tests_cpp/test_float_math.cc), right for zeros,
// infinities, NaN and subnormals, and the same on every instruction set.
#pragma once
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/common/functors/functors.h"

namespace pelton::math {

inline constexpr float kInf = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
// ln 2 in two parts; the first has 9 bits, so that small multiples of it are exact.
inline constexpr float kLn2High = 0.693359375f;
inline constexpr float kLn2Low = -2.12194440e-4f;

// x = n ln 2 + rest with |rest| <= ln 2 / 2; |x| must be below 200.
struct Exponent {
  int32_t n;
  float rest;
};
PELTON_HD Exponent split_exponent(float x) {
  // Adding 1.5 * 2^23 leaves the rounded integer in the low bits.
  constexpr float kShift = 12582912.0f;
  const float shifted = x * 1.44269504f + kShift;
  const float n = shifted - kShift;
  return {std::bit_cast<int32_t>(shifted) - std::bit_cast<int32_t>(kShift),
          (x - n * kLn2High) - n * kLn2Low};
}

// 2^n for n in [-126, 127].
PELTON_HD float power_of_two(int32_t n) {
  return std::bit_cast<float>(static_cast<uint32_t>(n + 127) << 23);
}

// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2: minimax fit.
PELTON_HD float exp_tail(float r) {
  float p = 1.99142113e-4f * r + 1.39461772e-3f;
  p = p * r + 8.33326392e-3f;
  p = p * r + 4.16662693e-2f;
  p = p * r + 0.166666672f;
  return p * r + 0.5f;
}

PELTON_HD float exp(float x) {
  const float bounded = x < -104.0f ? -104.0f : (x > 89.0f ? 89.0f : x);
  const auto [n, r] = split_exponent(bounded);
  const float p = (exp_tail(r) * r * r + r) + 1.0f;
  // 2^n itself may be out of range, where the result is infinite or subnormal.
  const int32_t half = n >> 1;
  return p * power_of_two(half) * power_of_two(n - half);  // NaN of NaN
}

// The same for x <= 0, in half of the instructions: 2^n lies in range when shifted by 2^64.
PELTON_HD float exp_of_negative(float x) {
  const auto [n, r] = split_exponent(x < -104.0f ? -104.0f : x);
  return ((exp_tail(r) * r * r + r) + 1.0f) * power_of_two(n + 64) * 0x1p-64f;
}

// The same for |x| <= 87.
PELTON_HD float exp_in_range(float x) {
  const auto [n, r] = split_exponent(x);
  return ((exp_tail(r) * r * r + r) + 1.0f) * power_of_two(n);
}

PELTON_HD float expm1(float x) {
  const float bounded = x < -20.0f ? -20.0f : (x > 89.0f ? 89.0f : x);
  const auto [n, r] = split_exponent(bounded);
  const float p = exp_tail(r) * r * r + r;
  // Halved, since 2^n may be 2^128.
  const float scale = power_of_two(n - 1);
  const float y = 2.0f * (scale * p + (scale - 0.5f));
  return std::copysign(n == 0 ? p : y, x);  // p loses the sign of -0
}

// The same for |x| <= 87 but for the sign of -0.
PELTON_HD float expm1_in_range(float x) {
  const auto [n, r] = split_exponent(x);
  const float p = exp_tail(r) * r * r + r;
  const float scale = power_of_two(n);
  return scale * p + (scale - 1.0f);
}

// x = 2^n m with m in [sqrt(1/2), sqrt(2)), for a normal x > 0.
struct Mantissa {
  float n;
  float m;
};
PELTON_HD Mantissa split_mantissa(float x) {
  // Unsigned, since the difference wraps for x < 0, whose result nobody uses.
  constexpr uint32_t kSqrtHalf = 0x3f3504f3;
  const uint32_t bits = std::bit_cast<uint32_t>(x) - kSqrtHalf;
  return {static_cast<float>(std::bit_cast<int32_t>(bits) >> 23),
          std::bit_cast<float>((bits & 0x7fffffu) + kSqrtHalf)};
}

// n ln 2 + log(1 + f) + correction, as in fdlibm, with a fit of our own.
PELTON_HD float log_of_parts(float n, float f, float correction) {
  const float s = f / (2.0f + f);
  const float w = s * s;
  float r = 0.235963315f * w + 0.285366029f;
  r = r * w + 0.400003463f;
  r = (r * w + 0.666666627f) * w;
  const float half_square = 0.5f * f * f;
  const float low = s * (half_square + r) + (n * kLn2Low + correction);
  return ((low - half_square) + f) + n * kLn2High;
}

PELTON_HD float log(float x) {
  constexpr float kTiny = std::numeric_limits<float>::min();
  const bool subnormal = x < kTiny;
  const auto [n, m] = split_mantissa(subnormal ? x * 8388608.0f : x);
  const float y = log_of_parts(subnormal ? n - 23.0f : n, m - 1.0f, 0.0f);
  const float edge = x == 0.0f ? -kInf : (x < 0.0f ? kNan : x);
  return x > 0.0f && x < kInf ? y : edge;
}

PELTON_HD float log1p(float x) {
  const float u = 1.0f + x;
  const auto [n, m] = split_mantissa(u);
  // What the addition lost, relative to u.
  const float lost = (u - x) - 1.0f;
  const float lost_of_one = x - (u - 1.0f);
  const float correction = (x > 1.0f ? -lost : lost_of_one) / u;
  const float y = log_of_parts(n, m - 1.0f, correction);
  const float edge = x == -1.0f ? -kInf : (x < -1.0f ? kNan : x);
  return x > -1.0f && x < kInf && x != 0.0f ? y : edge;
}

// log(1 + e) for e in [0, 1]: e - e^2 / 2 + ..., minimax fit.
PELTON_HD float log1p_of_unit(float e) {
  float p = -3.29107978e-3f * e + 2.00884696e-2f;
  p = p * e - 5.74604869e-2f;
  p = p * e + 0.106613711f;
  p = p * e - 0.153449774f;
  p = p * e + 0.196921214f;
  p = p * e - 0.249580204f;
  p = p * e + 0.333304644f;
  p = p * e - 0.499999315f;
  return e + e * (e * p);
}

// log(1 + e^x) for x <= 0.
PELTON_HD float log1p_of_exp(float x) { return log1p_of_unit(exp_of_negative(x)); }

// t / (t + 2) with t = e^2|x| - 1.
PELTON_HD float tanh(float x) {
  const float a = x < 0.0f ? -x : x;
  const float t = expm1_in_range(2.0f * (a > 10.0f ? 10.0f : a));
  return std::copysign(t / (t + 2.0f), x);
}

PELTON_HD float sigmoid(float x) {
  const float e = exp_of_negative(x < 0.0f ? x : -x);
  return (x < 0.0f ? e : 1.0f) / (1.0f + e);
}

// 1 - e^-q, where q = -log(1 - erf(|x|)) is a polynomial: minimax fit of the result.
PELTON_HD float erf(float x) {
  const float a = x < 0.0f ? -x : x;
  const float t = a > 3.95f ? 3.95f : a;
  float p = -9.38798348e-6f * t + 1.18861521e-4f;
  p = p * t - 6.37364050e-4f;
  p = p * t + 1.67567714e-3f;
  p = p * t - 1.69504536e-4f;
  p = p * t - 1.91478226e-2f;
  p = p * t + 0.102776304f;
  p = p * t + 0.636619568f;
  p = p * t + 0.128379166f;
  return std::copysign(expm1_in_range(-(p * t + t)), x);
}

// Up to here sine and cosine are straight-line code; beyond, of rare use, the library's.
inline constexpr float kLargestAngle = 1e6f;
PELTON_HD bool is_small_angle(float x) { return x <= kLargestAngle && x >= -kLargestAngle; }

// x = quarters pi / 2 + rest with |rest| <= pi / 4. In double, with pi / 2 in two parts of which
// the first has 33 bits: its product is exact.
struct Angle {
  int32_t quarters;
  float rest;
};
PELTON_HD Angle split_angle(float x) {
  const double wide = x;
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const double n = (wide * 0.63661977236758134308 + kShift) - kShift;
  const double rest = (wide - n * 1.57079632673412561417) - n * 6.07710050650619224932e-11;
  return {static_cast<int32_t>(n), static_cast<float>(rest)};
}

// The sine of an angle of so many quarters and a rest.
PELTON_HD float sine_of(int32_t quarters, float r) {
  const float w = r * r;
  float p = -1.9515295891e-4f * w + 8.3321608736e-3f;
  p = p * w - 1.6666654611e-1f;
  const float sine = r * (1.0f + w * p);  // keeps the sign of -0
  float q = 2.443315711809948e-5f * w - 1.388731625493765e-3f;
  q = q * w + 4.166664568298827e-2f;
  const float cosine = q * w * w + (1.0f - 0.5f * w);
  const float y = (quarters & 1) != 0 ? cosine : sine;
  return (quarters & 2) != 0 ? -y : y;
}

PELTON_HD float sin_of_small(float x) {
  const auto [quarters, rest] = split_angle(x);
  return sine_of(quarters, rest);
}

PELTON_HD float cos_of_small(float x) {
  const auto [quarters, rest] = split_angle(x);
  return sine_of(quarters + 1, rest);
}

PELTON_HD float sin(float x) { return is_small_angle(x) ? sin_of_small(x) : std::sin(x); }
PELTON_HD float cos(float x) { return is_small_angle(x) ? cos_of_small(x) : std::cos(x); }

inline constexpr float kHalfPi = 1.57079637f, kHalfPiRest = -4.37113883e-8f;

// The arctangent of a in [0, 1]: minimax fit.
PELTON_HD float atan_of_unit(float a) {
  const float w = a * a;
  float p = 2.92064599e-3f * w - 1.63677428e-2f;
  p = p * w + 4.32115644e-2f;
  p = p * w - 7.55218938e-2f;
  p = p * w + 0.106659934f;
  p = p * w - 0.142110527f;
  p = p * w + 0.199937731f;
  p = p * w - 0.333331525f;
  return a + a * (w * p);
}

PELTON_HD float atan(float x) {
  const float a = x < 0.0f ? -x : x;
  const float y = atan_of_unit(a > 1.0f ? 1.0f / a : a);
  return std::copysign(a > 1.0f ? kHalfPi - (y - kHalfPiRest) : y, x);
}

// The angle of the point (x, y); points at infinity lie on the axes or between them.
PELTON_HD float atan2(float y, float x) {
  const float a = x < 0.0f ? -x : x, b = y < 0.0f ? -y : y;
  const float low = a < b ? a : b, high = a < b ? b : a;
  const float ratio = low == high ? (high == 0.0f ? 0.0f : 1.0f) : low / high;
  const float first = atan_of_unit(ratio);
  const float upper = b > a ? kHalfPi - (first - kHalfPiRest) : first;
  const bool is_left = std::bit_cast<int32_t>(x) < 0;
  const float angle = is_left ? 2.0f * kHalfPi - (upper - 2.0f * kHalfPiRest) : upper;
  return x != x || y != y ? x + y : std::copysign(angle, y);
}

// log(1 + e^x) without overflow.
PELTON_HD float softplus(float x) {
  return (x > 0.0f ? x : 0.0f) + log1p_of_exp(x < 0.0f ? x : -x);
}

}  // namespace pelton::math
