// Owns the choice of the tile by which a convolution's pass is computed. Must not know operands.
#pragma once
#include "kernels/common/window.h"

namespace pelton::cpu {

// Of a forward pass over so few tiles, the transformed filters are kept for the next one: to
// transform them takes little less than the pass.
inline constexpr int64_t kCachedTiles = 48;

inline int64_t winograd_tiles(const WindowAxis& axis, int64_t tile) {
  return (axis.out + tile - 1) / tile;
}

// The tile m of Winograd's F(m x m, 3 x 3) that is estimated to take the least time, or 0 where the
// direct way is: other filters than 3x3 taps one apart, stride 1, one group; too few channels or
// tiles for the transforms to pay; an output that the tiles cover with much waste; and always where
// determinism is asked for or TF32 is not allowed.
int64_t winograd_tile(const Conv2dShape& shape);
// The same for the gradient of the filters.
int64_t winograd_filter_grad_tile(const Conv2dShape& shape);

// How the input gradient is computed: as the convolution of the output gradient by the filters
// turned round, or by the adjoint of the forward pass, whose tiles are scattered over the image.
struct WinogradInputGrad {
  int64_t tile = 0;
  bool scatters = false;
};
WinogradInputGrad winograd_input_grad_choice(const Conv2dShape& shape);

// The convolution that the input gradient of `shape`, of stride 1, is; by the filters turned round.
Conv2dShape reversed(const Conv2dShape& shape);

}  // namespace pelton::cpu
