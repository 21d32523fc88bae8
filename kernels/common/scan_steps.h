// Owns what the cumulative ops do at each element: a start and an associative step, in the type
// that arithmetic happens in.
#pragma once
#include "kernels/common/elementary.h"
#include "kernels/common/functors/functors_binary.h"

namespace pelton {

struct RunningSum {
  template <class C>
  PELTON_HD static C start() {
    return C(0);
  }
  template <class C>
  PELTON_HD static C step(C sum, C x) {
    return Add{}(sum, x);
  }
};

struct RunningProduct {
  template <class C>
  PELTON_HD static C start() {
    return C(1);
  }
  template <class C>
  PELTON_HD static C step(C product, C x) {
    return Multiply{}(product, x);
  }
};

struct RunningLogSumExp {
  template <class C>
  PELTON_HD static C start() {
    return -std::numeric_limits<C>::infinity();
  }
  template <class C>
  PELTON_HD static C step(C sum, C x) {
    const C large = sum > x || sum != sum ? sum : x, small = sum > x || sum != sum ? x : sum;
    const C gap = large == small ? C(0) : small - large;  // infinities have no difference
    return large + math::log1p(math::exp(gap));
  }
};

}  // namespace pelton
