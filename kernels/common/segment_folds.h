// Owns what segment_reduce does with the elements of a segment, and what an empty one gives, in the
// type that arithmetic happens in.
#pragma once
#include <limits>

#include "kernels/common/attrs/segment_attrs.h"
#include "kernels/common/functors/functors_binary.h"

namespace pelton {

// Sums and products are those of any number, the largest and the least those of real ones.
struct SegmentSum : Add {
  template <class C>
  PELTON_HD static C empty() {
    return C(0);
  }
};

struct SegmentProduct : Multiply {
  template <class C>
  PELTON_HD static C empty() {
    return C(1);
  }
};

struct SegmentMax : Maximum {
  template <class C>
  PELTON_HD static C empty() {
    return std::numeric_limits<C>::lowest();
  }
};

struct SegmentMin : Minimum {
  template <class C>
  PELTON_HD static C empty() {
    return std::numeric_limits<C>::max();
  }
};

// Calls f with the fold of `reduction` and the C++ type of `dtype` out of the lists that it has.
template <class Numbers, class Reals, class F>
void visit_fold(Numbers, Reals, SegmentReduction reduction, DType dtype, F&& f) {
  switch (reduction) {
    case SegmentReduction::sum:
      return visit(Numbers{}, dtype, [&]<class T>() { f.template operator()<SegmentSum, T>(); });
    case SegmentReduction::prod:
      return visit(Numbers{}, dtype,
                   [&]<class T>() { f.template operator()<SegmentProduct, T>(); });
    case SegmentReduction::max:
      return visit(Reals{}, dtype, [&]<class T>() { f.template operator()<SegmentMax, T>(); });
    case SegmentReduction::min:
      return visit(Reals{}, dtype, [&]<class T>() { f.template operator()<SegmentMin, T>(); });
  }
}

}  // namespace pelton
