// Owns the sizes that the operands of recurrent ops tell.
#pragma once
#include "core/shape.h"

namespace pelton {

struct RecurrentSizes {
  int64_t batch, time, features, units;

  // x is (batch, time, features), the recurrent kernel (units, gates).
  static RecurrentSizes of(const Shape& x, const Shape& recurrent_kernel) {
    return {x[0], x[1], x[2], recurrent_kernel[0]};
  }
  // The time that step `s` reads.
  constexpr int64_t time_of(int64_t s, bool go_backwards) const {
    return go_backwards ? time - 1 - s : s;
  }
};

}  // namespace pelton
