// Owns which of two classes with scores is the best one: argmax's order as accuracies use it.
#pragma once
#include <cmath>

#include "kernels/common/functors/functors.h"

namespace pelton {

// Whether a class of score `x`, before or after one of score `best`, is taken for the best instead:
// the first of the largest, -0.0 below 0.0. NaN neither outranks nor is outranked: it is the best
// where a search begins with it, as the first class.
template <class C>
PELTON_HD bool outranks(C x, C best, bool is_before) {
  if (x < best) return false;
  const bool is_negative = std::signbit(x), was_negative = std::signbit(best);
  return x > best || (x == best && (is_negative == was_negative ? is_before : was_negative));
}

}  // namespace pelton
