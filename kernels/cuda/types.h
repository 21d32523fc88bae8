// Owns the dtypes that CUDA kernels take, and what is said of the others.
#pragma once
#include "core/dtype.h"

namespace pelton::cuda {

// All but the complex ones.
using DeviceTypes = Join<Types<bool>, RealTypes>;

// Like pelton::visit, for the types of the list that are in `dtypes`. Raises unimplemented for
// others: on a GPU there are no kernels for complex numbers yet.
template <class... Ts, class F>
void visit_some(Types<Ts...>, DTypeSet dtypes, DType dtype, F&& f) {
  const bool found =
      ((dtype == dtype_of<Ts> && dtypes.contains(dtype) ? (f.template operator()<Ts>(), true)
                                                        : false) ||
       ...);
  check(found, Code::unimplemented, "there is no GPU kernel for dtype ", dtype,
        "; place the op on the CPU with tf.device('CPU:0')");
}

// A value of 16 bytes.
struct Wide {
  uint64_t low, high;
};

// Calls f with a type that is as wide as `dtype`, for kernels that move values unread.
template <class F>
void visit_width(DType dtype, F&& f) {
  switch (size_of(dtype)) {
    case 1:
      return f.template operator()<uint8_t>();
    case 2:
      return f.template operator()<uint16_t>();
    case 4:
      return f.template operator()<uint32_t>();
    case 8:
      return f.template operator()<uint64_t>();
    default:
      return f.template operator()<Wide>();
  }
}

}  // namespace pelton::cuda
