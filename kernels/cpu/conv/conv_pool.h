// Owns the interface of the loops that turn rows of a convolution into rows of its pool. Must not
// know tensors.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// One row of windows: window i covers `height` lines, which are `line` elements apart, from element
// i * width * channels on, `width` pixels each.
struct PoolWindows {
  int64_t windows, channels;
  int64_t height, width;
  int64_t line;
};

// The loops of one instruction set. `map` may be read up to one register behind its end.
template <class T>
struct ConvPoolTable {
  // y = bias + largest of each window, negative ones 0 with `relu`; cells = where its first largest
  // element is, counted line by line. The first NaN counts as the largest. No cells are written
  // where a window has only one or `cells` is null.
  void (*forward)(const PoolWindows& w, bool relu, const T* map, const T* bias, T* y,
                  uint8_t* cells);
  // map = out_grad at each window's cell (below height * width), where y > 0 if y is given; else 0.
  void (*spread)(const PoolWindows& w, const T* out_grad, const T* y, const uint8_t* cells, T* map);
  // The largest of n cells; 0 where there are none.
  uint8_t (*largest_cell)(int64_t n, const uint8_t* cells);
  // masked = out_grad where y > 0, else 0 (all of it where y is null); bias_grad += its rows' sums.
  void (*mask)(int64_t rows, int64_t channels, int64_t row_step, const T* out_grad, const T* y,
               T* masked, T* bias_grad);
};

// The loops built for each instruction set; T is float or double.
namespace generic {
template <class T>
const ConvPoolTable<T>& conv_pool_table();
}
namespace avx2 {
template <class T>
const ConvPoolTable<T>& conv_pool_table();
}
namespace avx512 {
template <class T>
const ConvPoolTable<T>& conv_pool_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const ConvPoolTable<T>& conv_pool_table(Isa isa);

}  // namespace pelton::cpu
