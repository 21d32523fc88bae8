// Owns the products of the gates' gradients with the transposes of recurrent weights.
#pragma once
#include "kernels/cpu/recurrent/gate_blocks.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// The transpose of weights (cols, gates), packed; of no columns it does nothing.
template <class S>
class TransposedGates {
  using T = Compute<S>;

 public:
  TransposedGates(const KernelContext& context, const TensorView& weights, int64_t cols,
                  const UnitBlocks& blocks, const GemmTable<T>& gemm)
      : blocks_(blocks),
        panels_(cols, gemm.lanes, gemm.panel_cols),
        packed_(context.workspace(static_cast<size_t>(panels_.padded(cols) * blocks.gates()) *
                                  sizeof(T))) {
    pack_transposed(packed_.as<T>(), weights.as<const S>(), panels_, blocks);
  }

  // c (rows, cols) += gates (rows, gates) times this. `gates` is [block][row][gates of the block],
  // with block_step elements from block to block; gate_rows and c_rows are the offsets of rows.
  void multiply(const GemmTable<T>& gemm, const T* gates, int64_t block_step, int64_t rows, T* c,
                const int64_t* c_rows, const int64_t* gate_rows) const {
    constexpr int64_t kMost = 64;  // blocks of one call
    int64_t a_blocks[kMost], b_blocks[kMost];
    for (int64_t panel = 0; panel < panels_.count(); ++panel)
      for (int64_t first = 0; first < blocks_.count(); first += kMost) {
        const int64_t count = std::min(kMost, blocks_.count() - first);
        const int64_t width = panels_.width(panel);
        for (int64_t i = 0; i < count; ++i) {
          a_blocks[i] = (first + i) * block_step;
          b_blocks[i] = (first + i) * blocks_.width() * width;
        }
        multiply_blocks(gemm, {.rows = rows,
                               .cols = panels_.cols(panel),
                               .a = gates,
                               .a_rows = gate_rows,
                               .a_blocks = a_blocks,
                               .a_step = 1,
                               .b = packed_.as<T>() + panels_.begin(panel) * blocks_.gates(),
                               .b_blocks = b_blocks,
                               .b_step = width,
                               .blocks = count,
                               .depth = blocks_.width(),
                               .c = c + panels_.begin(panel),
                               .c_rows = c_rows,
                               .accumulate = true});
      }
  }

 private:
  const UnitBlocks blocks_;
  const Panels panels_;
  const Workspace packed_;
};

}  // namespace pelton::cpu
