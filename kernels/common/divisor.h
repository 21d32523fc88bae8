// Owns Divisor: a number that many indices are divided by, known before a kernel runs. A GPU has no
// instruction for division; a multiplication and a shift do it for indices below 2^31 (Granlund and
// Montgomery, "Division by Invariant Integers using Multiplication", 1994).
#pragma once
#include <cstdint>

#include "kernels/common/functors/functors.h"

namespace pelton {

class Divisor {
 public:
  Divisor() = default;
  // `value` is at least 1, or 0 where nothing will be divided by it.
  explicit Divisor(int64_t value) : value_(value) {
    factor_ = 0;
    if (value < 1 || value > kShort) return;
    while ((int64_t{1} << shift_) < value) ++shift_;
    const uint64_t excess = (uint64_t{1} << shift_) - static_cast<uint64_t>(value);
    factor_ = static_cast<uint32_t>((excess << 32) / static_cast<uint64_t>(value) + 1);
  }
  PELTON_HD int64_t value() const { return value_; }

  // Of indices of at least 0.
  PELTON_HD friend int64_t operator/(int64_t index, const Divisor& by) {
    if (index >= kShort || by.factor_ == 0) return index / by.value_;
    const auto low = static_cast<uint32_t>(index);
    const auto high = static_cast<uint32_t>(static_cast<uint64_t>(low) * by.factor_ >> 32);
    return (high + low) >> by.shift_;
  }
  PELTON_HD friend int64_t operator%(int64_t index, const Divisor& by) {
    return index - index / by * by.value_;
  }

 private:
  static constexpr int64_t kShort = int64_t{1} << 31;
  int64_t value_ = 1;
  uint32_t factor_ = 1, shift_ = 0;  // a factor of 0: too long for it
};

}  // namespace pelton
