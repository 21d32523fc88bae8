// Owns the functors of three operands.
#pragma once
#include "kernels/common/functors/functors.h"

namespace pelton {

// T only stands for a size: any dtype of that size is moved unread.
struct Select {
  template <class T>
  PELTON_HD T operator()(bool condition, T x, T y) const {
    return condition ? x : y;
  }
};

// min(x, high), then max with low, as TensorFlow: `low` wins over `high`, NaN stays NaN.
struct Clip {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD T operator()(T x, T low, T high) const {
    const T below = x > high ? high : x;
    return below < low ? low : below;
  }
};

// Those that compute, from which the kernels of CPUs and GPUs follow.
using SelectFunctors = Types<Clip>;

}  // namespace pelton
