// Owns what segment_reduce does with the elements of a segment, and what an empty one gives, in the
// type that arithmetic happens in.
#pragma once
#include <limits>
#include <type_traits>

#include "kernels/common/attrs/segment_attrs.h"
#include "kernels/common/functors/functors_binary.h"

namespace pelton {

// The largest finite number of a half precision.
template <class T>
PELTON_HD constexpr compute_t<T> largest_half() {
  return compute_t<T>(std::is_same_v<T, Half> ? 65504.0f : 0x1.FEp127f);
}

// Sums and products are those of any number, the largest and the least those of real ones.
struct SegmentSum : Add {
  template <class T>
  PELTON_HD static compute_t<T> empty() {
    return compute_t<T>(0);
  }
};

struct SegmentProduct : Multiply {
  template <class T>
  PELTON_HD static compute_t<T> empty() {
    return compute_t<T>(1);
  }
};

struct SegmentMax : Maximum {
  template <class T>
  PELTON_HD static compute_t<T> empty() {
    return std::is_same_v<T, compute_t<T>> ? std::numeric_limits<compute_t<T>>::lowest()
                                           : -largest_half<T>();
  }
};

struct SegmentMin : Minimum {
  template <class T>
  PELTON_HD static compute_t<T> empty() {
    return std::is_same_v<T, compute_t<T>> ? std::numeric_limits<compute_t<T>>::max()
                                           : largest_half<T>();
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
