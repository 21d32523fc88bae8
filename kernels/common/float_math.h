// Owns the elementary functions in the forms that functors call: float ones as straight-line code
// without calls, so that loops over them vectorise; double and complex ones from the C++ library.
// Float results are within 2.5 ulp of exact (tests_cpp/test_float_math.cc), right for zeros,
// infinities, NaN and subnormals, and the same with AVX2 and with AVX-512, which have fused
// multiply-adds.
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

// a * b + c, rounded once where one instruction does that.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__CUDA_ARCH__)
inline constexpr bool kFuses = true;
#else
inline constexpr bool kFuses = false;
#endif
template <class T>
PELTON_HD T multiply_add(T a, T b, T c) {
  if constexpr (kFuses)
    return std::fma(a, b, c);
  else
    return a * b + c;
}

// The polynomial of x with these coefficients, that of the highest power first, by Horner's rule.
template <class T, class... Next>
PELTON_HD T polynomial(T x, T first, Next... next) {
  T sum = first;
  ((sum = multiply_add(sum, x, next)), ...);
  return sum;
}

// x = n ln 2 + rest with |rest| <= ln 2 / 2 for |x| < 200; n is at most 128, above which the rest
// grows.
struct Exponent {
  int32_t n;
  float rest;
};
PELTON_HD Exponent split_exponent(float x) {
  // Adding 1.5 * 2^23 leaves the rounded integer in the low bits.
  constexpr float kShift = 12582912.0f;
  constexpr int32_t kZero = std::bit_cast<int32_t>(kShift), kMost = kZero + 128;
  const int32_t rounded = std::bit_cast<int32_t>(multiply_add(x, 1.44269504f, kShift));
  const int32_t shifted = rounded < kMost ? rounded : kMost;
  const float n = std::bit_cast<float>(shifted) - kShift;
  return {shifted - kZero, multiply_add(n, -kLn2Low, multiply_add(n, -kLn2High, x))};
}

// 2^n for n in [-126, 127].
PELTON_HD float power_of_two(int32_t n) {
  return std::bit_cast<float>(static_cast<uint32_t>(n + 127) << 23);
}

// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2: minimax fit.
PELTON_HD float exp_tail(float r) {
  return polynomial(r, 1.99142113e-4f, 1.39461772e-3f, 8.33326392e-3f, 4.16662693e-2f, 0.166666672f,
                    0.5f);
}

// e^r - 1 and e^r for such an r.
PELTON_HD float expm1_of_rest(float r) { return multiply_add(exp_tail(r) * r, r, r); }
PELTON_HD float exp_of_rest(float r) {
  return multiply_add(multiply_add(exp_tail(r), r, 1.0f), r, 1.0f);
}

PELTON_HD float exp(float x) {
  const auto [n, r] = split_exponent(x < -104.0f ? -104.0f : x);
  const float p = exp_of_rest(r);
  // 2^n itself may be out of range, where the result is infinite or subnormal.
  const int32_t half = n >> 1;
  return p * power_of_two(half) * power_of_two(n - half);  // NaN of NaN
}

// The same for x <= 0, in half of the instructions: 2^n lies in range when shifted by 2^64.
PELTON_HD float exp_of_negative(float x) {
  const auto [n, r] = split_exponent(x < -104.0f ? -104.0f : x);
  return exp_of_rest(r) * power_of_two(n + 64) * 0x1p-64f;
}

// The same for |x| <= 87.
PELTON_HD float exp_in_range(float x) {
  const auto [n, r] = split_exponent(x);
  return exp_of_rest(r) * power_of_two(n);
}

PELTON_HD float expm1(float x) {
  const auto [n, r] = split_exponent(x < -20.0f ? -20.0f : x);
  const float p = expm1_of_rest(r);
  // Halved, since 2^n may be 2^128.
  const float scale = power_of_two(n - 1);
  const float y = 2.0f * multiply_add(scale, p, scale - 0.5f);
  return std::copysign(n == 0 ? p : y, x);  // p loses the sign of -0
}

// The same for |x| <= 87 but for the sign of -0.
PELTON_HD float expm1_in_range(float x) {
  const auto [n, r] = split_exponent(x);
  const float p = expm1_of_rest(r);
  const float scale = power_of_two(n);
  return multiply_add(scale, p, scale - 1.0f);
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

// n ln 2 + log(1 + f) + correction for f in [sqrt(1/2) - 1, sqrt(2) - 1): f - f^2 / 2 and a minimax
// fit of the terms from the third on.
PELTON_HD float log_of_parts(float n, float f, float correction) {
  const float third = polynomial(f, -7.63449296e-2f, 0.127615750f, -0.131601825f, 0.142017588f,
                                 -0.166233569f, 0.200012267f, -0.250008196f, 0.333333313f);
  const float square = f * f;
  float low = multiply_add(n, kLn2Low, correction);
  low = multiply_add(square, multiply_add(third, f, -0.5f), low);
  return multiply_add(n, kLn2High, f + low);
}

// x where x is not negative, NaN where it is: by its sign bit, since selects of selects are slow.
PELTON_HD float nan_of_negative(float sign, float x) {
  constexpr int32_t kNanBits = 0x7fc00000;
  return x + std::bit_cast<float>((std::bit_cast<int32_t>(sign) >> 31) & kNanBits);
}

PELTON_HD float log(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  // Subnormal numbers are scaled by 2^23: all bits of the mask are set for them.
  const int32_t subnormal = -static_cast<int32_t>(bits < 0x00800000u);
  const float scale = std::bit_cast<float>(0x3f800000 + (subnormal & 0x0b800000));
  const auto [n, m] = split_mantissa(x * scale);
  const float y = log_of_parts(n - static_cast<float>(subnormal & 23), m - 1.0f, 0.0f);
  const float edge = x == 0.0f ? -kInf : nan_of_negative(x, x);
  return bits - 1 < 0x7f7fffffu ? y : edge;  // for 0 < x < infinity
}

PELTON_HD float log1p(float x) {
  const float u = 1.0f + x;
  const auto [n, m] = split_mantissa(u);
  // What the addition lost, relative to u.
  const float lost = (u - x) - 1.0f;
  const float lost_of_one = x - (u - 1.0f);
  const float correction = (x > 1.0f ? -lost : lost_of_one) / u;
  const float y = log_of_parts(n, m - 1.0f, correction);
  const float edge = x == -1.0f ? -kInf : (u < 0.0f ? kNan : x);
  return (x > -1.0f) & (x < kInf) & (x != 0.0f) ? y : edge;
}

// log(1 + e) for e in [0, 1]: e - e^2 / 2 + ..., minimax fit.
PELTON_HD float log1p_of_unit(float e) {
  const float p =
      polynomial(e, -3.29107978e-3f, 2.00884696e-2f, -5.74604869e-2f, 0.106613711f, -0.153449774f,
                 0.196921214f, -0.249580204f, 0.333304644f, -0.499999315f);
  return multiply_add(e, e * p, e);
}

// log(1 + e^x) for x <= 0.
PELTON_HD float log1p_of_exp(float x) { return log1p_of_unit(exp_of_negative(x)); }

// t / (t + 2) with t = e^2|x| - 1.
PELTON_HD float tanh(float x) {
  const float a = std::abs(x);
  const float t = expm1_in_range(2.0f * (a > 10.0f ? 10.0f : a));
  return std::copysign(t / (t + 2.0f), x);
}

PELTON_HD float sigmoid(float x) {
  const float e = exp_of_negative(-std::abs(x));
  return (x < 0.0f ? e : 1.0f) / (1.0f + e);
}

// 1 - e^-q, where q = -log(1 - erf(|x|)) is a polynomial: minimax fit of the result.
PELTON_HD float erf(float x) {
  const float a = std::abs(x);
  const float t = a > 3.95f ? 3.95f : a;
  const float p =
      polynomial(t, -9.38798348e-6f, 1.18861521e-4f, -6.37364050e-4f, 1.67567714e-3f,
                 -1.69504536e-4f, -1.91478226e-2f, 0.102776304f, 0.636619568f, 0.128379166f);
  return std::copysign(expm1_in_range(-multiply_add(p, t, t)), x);
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
  const double n = multiply_add(wide, 0.63661977236758134308, kShift) - kShift;
  const double rest =
      multiply_add(n, -6.07710050650619224932e-11, multiply_add(n, -1.57079632673412561417, wide));
  return {static_cast<int32_t>(n), static_cast<float>(rest)};
}

// The sine of an angle of so many quarters and a rest.
PELTON_HD float sine_of(int32_t quarters, float r) {
  const float w = r * r;
  const float p = polynomial(w, -1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f);
  const float sine = r * multiply_add(w, p, 1.0f);  // keeps the sign of -0
  const float q =
      polynomial(w, 2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f);
  const float cosine = multiply_add(w, multiply_add(q, w, -0.5f), 1.0f);
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
  const float p = polynomial(w, 2.92064599e-3f, -1.63677428e-2f, 4.32115644e-2f, -7.55218938e-2f,
                             0.106659934f, -0.142110527f, 0.199937731f, -0.333331525f);
  return multiply_add(a * w, p, a);
}

PELTON_HD float atan(float x) {
  const float a = std::abs(x);
  const float y = atan_of_unit(a > 1.0f ? 1.0f / a : a);
  return std::copysign(a > 1.0f ? kHalfPi - (y - kHalfPiRest) : y, x);
}

// The angle of the point (x, y); points at infinity lie on the axes or between them.
PELTON_HD float atan2(float y, float x) {
  const float a = std::abs(x), b = std::abs(y);
  const float low = a < b ? a : b, high = a < b ? b : a;
  const float ratio = low == high ? (high == 0.0f ? 0.0f : 1.0f) : low / high;
  const float first = atan_of_unit(ratio);
  const float upper = b > a ? kHalfPi - (first - kHalfPiRest) : first;
  const bool is_left = std::bit_cast<int32_t>(x) < 0;
  const float angle = is_left ? 2.0f * kHalfPi - (upper - 2.0f * kHalfPiRest) : upper;
  return x != x || y != y ? x + y : std::copysign(angle, y);
}

// The logarithm to base 2 of a positive normal number, within 2^-38 of itself: minimax fit.
PELTON_HD double log2_of_normal(float x) {
  const auto [n, m] = split_mantissa(x);
  const double f = static_cast<double>(m) - 1.0;
  const double ratio = polynomial(f, -0.06806287590390596, 0.13113743753686682,
                                  -0.13478928738366042, 0.13062890256021095, -0.14252340755410017,
                                  0.16018226130296026, -0.18043268521020117, 0.20610869528306625,
                                  -0.24044662677727305, 0.28853876232996745, -0.36067378977100695,
                                  0.4808983490727961, -0.7213475203430864, 1.4426950408862034);
  return multiply_add(f, ratio, static_cast<double>(n));
}

// 2^t for |t| <= 1000, within 2^-28 before it is rounded: minimax fit.
PELTON_HD float power_of_two_of(double t) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const double shifted = t + kShift;
  const double r = t - (shifted - kShift);
  const double p = polynomial(r, 0.0001546144469856913, 0.0013400428177615838, 0.009618056678524637,
                              0.05550327226670302, 0.24022650922288757, 0.6931472067028326, 1.0);
  const uint64_t exponent = (std::bit_cast<uint64_t>(shifted) << 52) + 0x3ff0000000000000u;
  return static_cast<float>(p * std::bit_cast<double>(exponent));
}

// x^y for a positive normal x and a finite y, of usual use, is straight-line code in double
// precision; the others are the library's.
PELTON_HD bool is_usual_power(float x, float y) {
  constexpr float kMost = std::numeric_limits<float>::max();
  return (x >= std::numeric_limits<float>::min()) & (x <= kMost) & (std::abs(y) <= kMost);
}
PELTON_HD float usual_power(float x, float y) {
  const double t = static_cast<double>(y) * log2_of_normal(x);
  return power_of_two_of(t < -200.0 ? -200.0 : (t > 200.0 ? 200.0 : t));
}
PELTON_HD float pow(float x, float y) {
  return is_usual_power(x, y) ? usual_power(x, y) : std::pow(x, y);
}

// x - y floor(x / y) where the quotient is small enough to be rounded to an integer or beside it:
// one rounding of an exact number, with a zero of x's sign. It needs fused multiply-adds.
PELTON_HD bool is_usual_remainder(float x, float y) {
  return kFuses && std::abs(x / y) < 4194304.0f;  // false for NaN
}
PELTON_HD float usual_remainder(float x, float y) {
  const float rest = multiply_add(-std::floor(x / y), y, x);
  const float turned = rest + y;  // where the quotient was rounded up to an integer
  const bool is_beyond = (std::bit_cast<int32_t>(rest) ^ std::bit_cast<int32_t>(y)) < 0;
  return rest == 0.0f ? std::copysign(0.0f, x) : (is_beyond ? turned : rest);
}

// log(1 + e^x) without overflow.
PELTON_HD float softplus(float x) { return (x > 0.0f ? x : 0.0f) + log1p_of_exp(-std::abs(x)); }

}  // namespace pelton::math
