// Owns the geometry of a convolution with a max pool behind it. Must not know memory.
#pragma once
#include "kernels/common/window.h"

namespace pelton {

inline constexpr int64_t kMostPoolCells = 255;  // of a window: its winner's cell is one byte

// Conv2dShape and the pool's windows, which tile the convolution's map from its first cell on; the
// rows and columns that fill no window are seen by none.
struct FusedConv2dShape {
  Conv2dShape conv;
  int64_t pool_y = 1, pool_x = 1;

  int64_t area() const { return pool_y * pool_x; }
  bool is_pooled() const { return area() > 1; }
  int64_t out_y() const { return pooled(conv.y.out, pool_y); }
  int64_t out_x() const { return pooled(conv.x.out, pool_x); }
  Shape output() const { return {conv.batch, out_y(), out_x(), conv.out_channels}; }
  static int64_t pooled(int64_t size, int64_t by) {
    return by == 1 ? size : is_known(size) ? size / by : kUnknown;
  }
};

// Raises invalid_argument as conv2d_shape does, and where the pool is not two sizes of at least 1
// whose product is at most kMostPoolCells.
FusedConv2dShape fused_conv2d_shape(const Shape& input, const Shape& filters,
                                    const FusedConv2dAttrs& attrs);
FusedConv2dAttrs forward_attrs(const FusedConv2dGradAttrs& attrs);
Conv2dAttrs convolution_attrs(const FusedConv2dAttrs& attrs);

}  // namespace pelton
