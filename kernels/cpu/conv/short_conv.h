// Owns the interface of the loops that convolve by few products per output, such as first layers
// do, whole windows of the pool in registers. Must not know tensors.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

inline constexpr int64_t kShortDepth = 48;  // products of one output, at most

// One row of windows of kPool x kPool pixels each, kPool being 1 or 2. A pixel of the map is
//   sum over k < depth of from[offsets[k] + y * line + x * pixel] * filters[k * filter_step + c]
// in the order of k, y below the pool's height and x counted through all windows.
template <class T>
struct ShortConv {
  int64_t windows, channels, pool;
  const T* from;
  int64_t line, pixel;  // elements between the map's rows and columns in the input
  const int64_t* offsets;
  int64_t depth;
  const T* filters;  // readable up to the next whole register after `channels`
  int64_t filter_step;
  const T* bias;
  bool relu;
  // [window][channel]: bias + largest of the window, negative ones 0 with `relu`, and where its
  // first largest pixel is, counted line by line (not written where the pool is 1 or `cells` null).
  // The first NaN counts as the largest.
  T* y;
  uint8_t* cells;
};

// The loops of one instruction set.
template <class T>
struct ShortConvTable {
  void (*row)(const ShortConv<T>& c);
  int lanes;  // elements per register
};

// The loops built for each instruction set; T is float or double.
namespace generic {
template <class T>
const ShortConvTable<T>& short_conv_table();
}
namespace avx2 {
template <class T>
const ShortConvTable<T>& short_conv_table();
}
namespace avx512 {
template <class T>
const ShortConvTable<T>& short_conv_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const ShortConvTable<T>& short_conv_table(Isa isa);

}  // namespace pelton::cpu
