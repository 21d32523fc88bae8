// Owns the kernel that lists where a boolean tensor is true.
#include "kernels/declared/array.h"

namespace pelton::cpu {

// One pass in row-major order; the position is worked out for true elements only.
void nonzero(const KernelContext& context) {
  const TensorView &condition = context.in(0), &out = context.out(0);
  const bool* values = condition.as<const bool>();
  const Strides strides = row_major_strides(condition.shape());
  const size_t rank = strides.size();
  const int64_t count = out.dim(0);
  auto* to = out.as<int64_t>();
  int64_t found = 0;
  for (int64_t i = 0; i < condition.size; ++i) {
    if (!values[i]) continue;
    if (found++ >= count) continue;
    int64_t rest = i;
    for (size_t axis = 0; axis < rank; ++axis) {
      *to++ = rest / strides[axis];
      rest %= strides[axis];
    }
  }
  check(found == count, "count is ", count, " but ", found, " elements are true");
}

}  // namespace pelton::cpu
