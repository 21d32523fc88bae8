#include "kernels/common/loop_nest.h"

namespace pelton {
namespace {

// Stride of a layout along axis `axis` of the shape it broadcasts to.
int64_t broadcast_stride(const Layout& layout, size_t axis, size_t rank) {
  const size_t lead = rank - layout.shape.size();
  if (axis < lead || layout.shape[axis - lead] == 1) return 0;
  return layout.strides[axis - lead];
}

// True when the axis with `strides` and `size` can continue the loop that the nest ends with.
bool continues(const LoopNest& nest, const int64_t* strides, int64_t size) {
  if (nest.rank == 0) return false;
  for (size_t k = 0; k < nest.operands; ++k)
    if (nest.strides[k][nest.rank - 1] != strides[k] * size) return false;
  return true;
}

}  // namespace

LoopNest make_loop_nest(const Shape& shape, std::span<const Layout* const> operands) {
  LoopNest nest;
  nest.operands = operands.size();
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    int64_t strides[kMaxOperands];
    for (size_t k = 0; k < operands.size(); ++k)
      strides[k] = broadcast_stride(*operands[k], axis, shape.size());
    const bool merge = continues(nest, strides, shape[axis]);
    if (!merge) nest.sizes[nest.rank++] = 1;
    nest.sizes[nest.rank - 1] *= shape[axis];
    for (size_t k = 0; k < operands.size(); ++k) nest.strides[k][nest.rank - 1] = strides[k];
  }
  if (nest.rank == 0) {
    nest.rank = 1;
    nest.sizes[0] = 1;
    for (size_t k = 0; k < operands.size(); ++k) nest.strides[k][0] = 0;
  }
  return nest;
}

}  // namespace pelton
