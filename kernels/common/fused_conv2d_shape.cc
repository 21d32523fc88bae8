// Owns the checks of a convolution's pool.
#include "kernels/common/fused_conv2d_shape.h"

namespace pelton {

Conv2dAttrs convolution_attrs(const FusedConv2dAttrs& a) {
  return {a.strides, a.padding, a.dilations, a.explicit_paddings};
}

FusedConv2dAttrs forward_attrs(const FusedConv2dGradAttrs& a) {
  return {a.strides, a.padding, a.dilations, a.explicit_paddings, a.activation, a.pool};
}

FusedConv2dShape fused_conv2d_shape(const Shape& input, const Shape& filters,
                                    const FusedConv2dAttrs& attrs) {
  const Axes& pool = attrs.pool;
  check(pool.size() == 2, "pool must have 2 values (height, width), got ", numbers(pool));
  check(pool[0] >= 1 && pool[1] >= 1, "pool sizes must be positive, got ", numbers(pool));
  check(
      pool[0] <= kMostPoolCells && pool[1] <= kMostPoolCells && pool[0] * pool[1] <= kMostPoolCells,
      "a pool of at most ", kMostPoolCells, " cells was expected, got ", numbers(pool));
  return {conv2d_shape(input, filters, convolution_attrs(attrs)), pool[0], pool[1]};
}

}  // namespace pelton
