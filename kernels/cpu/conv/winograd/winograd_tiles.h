// Owns the interface of the transforms of Winograd's convolution F(m x m, 3 x 3) and of its
// adjoints, the gradients of its input and filters, for tiles of m = 2 to 4 (Lavin and Gray,
// "Fast Algorithms for Convolutional Neural Networks", 2015). Must not know images.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// The larger the tile, the larger the rounding error: that of 5 would be seven times the direct
// way's.
inline constexpr int64_t kWinogradTiles[] = {2, 3, 4};
// Products that are added up in a register before the sum goes to memory: a sum's rounding error
// grows with the root of its length, and the transforms back multiply it.
inline constexpr int64_t kSumChannels = 32;
inline constexpr int64_t kSumTiles = 32;
inline constexpr int64_t kMostLanes = 16;  // of any instruction set

// Products per tile and pair of channels: one for each pixel that the tile's outputs see.
constexpr int64_t winograd_points(int64_t tile) { return (tile + 2) * (tile + 2); }

// The transforms of one instruction set and tile; the transformed matrices are `step` elements
// apart. Those that end a pass add 0 for each finite result and NaN for others to the lanes of the
// whole register at `seen`.
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
                 int64_t rows, int64_t cols, T* seen);
  // One tile of an output gradient, of which the first `rows` x `cols` pixels, `pixel` elements
  // apart, count and the others are 0. Elements behind count up to the next whole register become
  // 0.
  void (*grads)(const T* g, int64_t line, int64_t pixel, int64_t count, int64_t rows, int64_t cols,
                T* to, int64_t step);
  // The gradient of 9 taps `tap_step` apart from the sums of products; `from` readable up to a
  // whole register.
  void (*taps)(const T* from, int64_t step, int64_t count, T* w, int64_t tap_step, T* seen);
  // Adds the gradient of the pixels that one tile sees to the first `rows` x `cols` of them.
  void (*scatter)(const T* from, int64_t step, int64_t channels, T* x, int64_t line, int64_t rows,
                  int64_t cols, T* seen);
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
