// Owns which of two classes with scores is the best one: argmax's order as accuracies use it.
#pragma once
#include <cmath>
#include <cstdint>

#include "kernels/common/functors.h"

namespace pelton {

// Whether class `i` of score `x` is taken for the best rather than class `label` of score `best`:
// the first of the largest, -0.0 below 0.0. NaN is larger than nothing, and as the first class it
// is the best one whatever follows.
template <class C>
PELTON_HD bool outranks(int64_t i, C x, int64_t label, C best) {
  const bool is_equal = x == best, is_negative = std::signbit(x);
  const bool wins_tie = is_negative == std::signbit(best) ? i < label : !is_negative;
  const bool is_first_nan = (i == 0) & (label != 0) & ((x != x) | (best != best));
  return (x > best) | (is_equal & wins_tie) | is_first_nan;
}

}  // namespace pelton
