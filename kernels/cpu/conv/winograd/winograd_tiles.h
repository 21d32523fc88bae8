// Owns the interface of the transforms of Winograd's convolution F(m x m, 3 x 3) and of its
// adjoints, the gradients of its input and filters, for tiles of m = 2 to 5 (Lavin and Gray,
// "Fast Algorithms for Convolutional Neural Networks", 2015). Must not know images.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// Of forward passes. The larger the tile, the larger the rounding error, so that gradients are
// computed by those up to the largest of theirs only.
inline constexpr int64_t kWinogradTiles[] = {2, 3, 4, 5};
inline constexpr int64_t kLargestWinogradGradTile = 4;

// Products per tile and pair of channels: one for each pixel that the tile's outputs see.
constexpr int64_t winograd_points(int64_t tile) { return (tile + 2) * (tile + 2); }

// The transforms of one instruction set and tile, the last three of them null where the tile is
// none of gradients; the transformed matrices are `step` elements
// apart.
template <class T>
struct WinogradTable {
  // One input channel's filters of `count` output channels; w: 9 taps `tap_step` apart. Elements
  // behind count up to the next whole register become 0.
  void (*filters)(const T* w, int64_t tap_step, int64_t count, T* to, int64_t step);
  // The pixels that one tile sees, of `channels` neighbouring elements, rows `line` elements apart.
  void (*input)(const T* x, int64_t line, int64_t channels, T* to, int64_t step);
  // The first `rows` x `cols` pixels of a tile, `pixel` elements apart; `from` readable up to a
  // whole register.
  void (*output)(const T* from, int64_t step, int64_t channels, T* y, int64_t line, int64_t pixel,
                 int64_t rows, int64_t cols);
  // One tile of an output gradient, of which the first `rows` x `cols` pixels, `pixel` elements
  // apart, count and the others are 0. Elements behind count up to the next whole register become
  // 0.
  void (*grads)(const T* g, int64_t line, int64_t pixel, int64_t count, int64_t rows, int64_t cols,
                T* to, int64_t step);
  // The gradient of 9 taps `tap_step` apart from the sums of products; `from` readable up to a
  // whole register.
  void (*taps)(const T* from, int64_t step, int64_t count, T* w, int64_t tap_step);
  // Adds the gradient of the pixels that one tile sees to the first `rows` x `cols` of them.
  void (*scatter)(const T* from, int64_t step, int64_t channels, T* x, int64_t line, int64_t rows,
                  int64_t cols);
};

// The transforms built for each instruction set; T is float, tile one of kWinogradTiles.
namespace generic {
template <class T>
const WinogradTable<T>& winograd_table(int64_t tile);
}
namespace avx2 {
template <class T>
const WinogradTable<T>& winograd_table(int64_t tile);
}
namespace avx512 {
template <class T>
const WinogradTable<T>& winograd_table(int64_t tile);
}

// Those of `isa`, which this machine must support.
template <class T>
const WinogradTable<T>& winograd_table(Isa isa, int64_t tile);

}  // namespace pelton::cpu
