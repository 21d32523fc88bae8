// Owns the exponential of one register, for weights of a softmax: arguments that are at most 0, but
// for rounding.
#pragma once
#include <cmath>

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {

// e^x in each lane, within 2 ulp; what is less than 2^-126 is 0, NaN stays NaN.
[[gnu::always_inline]] inline Vec<float> exp_lanes(const Vec<float>& x) {
  typedef int32_t Ints __attribute__((vector_size(Registers::kBytes)));
  constexpr float kLeast = -87.33654f, kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;
  constexpr float kShift = 12582912.0f;  // adding it leaves the rounded integer in the low bits
  const Vec<float> least = splat(kLeast);
  const auto is_zero = x < least;
  const Vec<float> bounded = is_zero ? least : x;
  Vec<float> shifted = splat(kShift);
  multiply_add(shifted, bounded, splat(1.44269504f));
  const Vec<float> n = shifted - kShift;
  Vec<float> r = bounded;
  multiply_add(r, n, splat(-kLn2High));
  multiply_add(r, n, splat(-kLn2Low));
  Vec<float> tail = splat(1.39461772e-3f), next;
  multiply_add(tail, r, splat(1.99142113e-4f));
  for (const float term : {8.33326392e-3f, 4.16662693e-2f, 0.166666672f, 0.5f, 1.0f, 1.0f}) {
    next = splat(term);
    multiply_add(next, tail, r);
    tail = next;
  }
  const Vec<float> power = (Vec<float>)(((Ints)shifted - 0x4b400000 + 127) << 23);
  return is_zero ? Vec<float>{} : tail * power;
}

[[gnu::always_inline]] inline Vec<double> exp_lanes(const Vec<double>& x) {
  Vec<double> y{};
  for (int i = 0; i < kLanes<double>; ++i) y[i] = std::exp(x[i]);
  return y;
}

}  // namespace pelton::cpu::PELTON_ISA
