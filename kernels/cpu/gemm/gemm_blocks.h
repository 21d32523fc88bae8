// Owns how a product that is wider or deeper than one panel goes through the micro-kernels.
#pragma once
#include <algorithm>

#include "kernels/cpu/gemm/gemm.h"

namespace pelton::cpu {

// The product that `whole` describes, of any number of columns and any depth: columns in panels,
// and of each the sums in pieces whose part of B stays in the L1 cache. Without `a_offsets`.
template <class T>
void multiply_blocks(const GemmTable<T>& gemm, const GemmPanel<T>& whole) {
  const int64_t rows_of_b = gemm.depth_block;
  for (int64_t column = 0; column < whole.cols; column += gemm.panel_cols) {
    GemmPanel<T> panel = whole;
    panel.cols = std::min<int64_t>(gemm.panel_cols, whole.cols - column);
    panel.b += column;
    panel.c += column;
    if (whole.blocks > 1) {
      const int64_t most = std::max<int64_t>(1, rows_of_b / std::max<int64_t>(1, whole.depth));
      for (int64_t block = 0; block < whole.blocks; block += most) {
        panel.blocks = std::min(most, whole.blocks - block);
        panel.a_blocks = whole.a_blocks + block;
        panel.b_blocks = whole.b_blocks + block;
        gemm.panel(panel);
        panel.accumulate = true;
      }
      continue;
    }
    for (int64_t k = 0; k == 0 || k < whole.depth; k += rows_of_b) {
      panel.depth = std::min(rows_of_b, whole.depth - k);
      panel.a = whole.a + k * whole.a_step;
      panel.b = whole.b + column + k * whole.b_step;
      gemm.panel(panel);
      panel.accumulate = true;
    }
  }
}

}  // namespace pelton::cpu
