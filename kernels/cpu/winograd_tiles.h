// Owns the interface of the transforms of Winograd's convolution F(2x2, 3x3), and F(3x3, 2x2) for
// the gradient of its filters (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks",
// 2015). Must not know images.
#pragma once
#include <stdint.h>

#include "kernels/cpu/isa.h"

namespace pelton::cpu {

inline constexpr int64_t kWinogradPoints = 16;  // products per tile and pair of channels

// The transforms of one instruction set; the 16 transformed matrices are `step` elements apart.
template <class T>
struct WinogradTable {
  // One input channel's filters of `count` output channels; w: 9 taps `tap_step` apart. Elements
  // behind count up to the next whole register become 0.
  void (*filters)(const T* w, int64_t tap_step, int64_t count, T* to, int64_t step);
  // One 4x4 tile of pixels of `channels` neighbouring elements, rows `line` elements apart.
  void (*input)(const T* x, int64_t line, int64_t channels, T* to, int64_t step);
  // The first `rows` x `cols` pixels of a 2x2 tile, `pixel` elements apart; `from` readable up to a
  // whole register.
  void (*output)(const T* from, int64_t step, int64_t channels, T* y, int64_t line, int64_t pixel,
                 int64_t rows, int64_t cols);
  // One 2x2 tile of an output gradient, of which the first `rows` x `cols` pixels, `pixel` elements
  // apart, count and the others are 0. Elements behind count up to the next whole register become
  // 0.
  void (*grads)(const T* g, int64_t line, int64_t pixel, int64_t count, int64_t rows, int64_t cols,
                T* to, int64_t step);
  // The gradient of 9 taps `tap_step` apart from the sums of products; `from` readable up to a
  // whole register.
  void (*taps)(const T* from, int64_t step, int64_t count, T* w, int64_t tap_step);
};

// The transforms built for each instruction set; T is float.
namespace generic {
template <class T>
const WinogradTable<T>& winograd_table();
}
namespace avx2 {
template <class T>
const WinogradTable<T>& winograd_table();
}
namespace avx512 {
template <class T>
const WinogradTable<T>& winograd_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const WinogradTable<T>& winograd_table(Isa isa);

}  // namespace pelton::cpu
