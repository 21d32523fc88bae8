// Owns where the pixels of a resized image lie between those of the image, computed as TensorFlow
// does, for the kernels of every device. Must not know memory.
#pragma once
#include <stdint.h>

#include <cmath>

#include "kernels/common/functors/functors.h"

namespace pelton {

// Between the inputs `low` and `high`, as far from `low` as `part` of the way to `high`.
template <class T>
struct Between {
  int64_t low, high;
  T part;

  PELTON_HD T of(T a, T b) const { return a + (b - a) * part; }
};

// The place of an output, whose middle lies where it would lie in the image; `step`: in / out.
template <class T>
PELTON_HD Between<T> place_between(int64_t output, int64_t in, T step) {
  const T at = (static_cast<T>(output) + T(0.5)) * step - T(0.5);
  const T below = std::floor(at);
  const auto low = static_cast<int64_t>(below), high = static_cast<int64_t>(std::ceil(at));
  return {low < 0 ? 0 : low, high > in - 1 ? in - 1 : high, at - below};
}

}  // namespace pelton
