#include "kernels/cpu/dispatch/loop_nest.h"

namespace pelton::cpu {

LoopCursor::LoopCursor(const LoopNest& nest, int64_t position) : nest_(nest) {
  for (size_t k = 0; k < nest.operands; ++k) offsets_[k] = 0;
  for (size_t axis = nest.rank; axis-- > 0;) {
    index_[axis] = nest.sizes[axis] == 0 ? 0 : position % nest.sizes[axis];
    position = nest.sizes[axis] == 0 ? 0 : position / nest.sizes[axis];
    for (size_t k = 0; k < nest.operands; ++k) offsets_[k] += index_[axis] * nest.strides[k][axis];
  }
}

void LoopCursor::advance(int64_t n) {
  const size_t last = nest_.rank - 1;
  index_[last] += n;
  for (size_t k = 0; k < nest_.operands; ++k) offsets_[k] += n * nest_.strides[k][last];
  if (index_[last] == nest_.sizes[last]) carry();
}

void LoopCursor::carry() {
  for (size_t axis = nest_.rank - 1; axis > 0; --axis) {
    if (index_[axis] < nest_.sizes[axis]) return;
    index_[axis] = 0;
    ++index_[axis - 1];
    for (size_t k = 0; k < nest_.operands; ++k)
      offsets_[k] += nest_.strides[k][axis - 1] - nest_.sizes[axis] * nest_.strides[k][axis];
  }
}

}  // namespace pelton::cpu
