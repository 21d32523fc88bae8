// Owns the products of states and inputs with the weights of gates.
#pragma once
#include "kernels/cpu/recurrent/gate_blocks.h"
#include "kernels/cpu/recurrent/recurrent_plan.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// Rows of inputs, and where the gates go that they give: [block][row][gates of the block].
template <class T>
struct GateProduct {
  int64_t rows;
  const T* from;
  const int64_t* from_rows;  // offsets of the rows
  T* gates;
  int64_t block_step;  // elements from block to block
  const int64_t* gate_rows;
  bool accumulate;
};

// Weights (rows, gates), packed: [block][row][gates of the block]; zero where they are not given.
template <class S>
class PackedGates {
  using T = Compute<S>;

 public:
  PackedGates(const KernelContext& context, const TensorView& weights, int64_t rows,
              const UnitBlocks& blocks)
      : blocks_(blocks),
        rows_(rows),
        packed_(context.workspace(static_cast<size_t>(rows * blocks.gates()) * sizeof(T))) {
    if (weights.size > 0 || rows == 0)
      pack_gates(packed_.as<T>(), weights.as<const S>(), rows, blocks);
    else
      std::fill_n(packed_.as<T>(), rows * blocks.gates(), T{});
  }

  const T* data() const { return packed_.as<T>(); }

  void multiply(const GemmTable<T>& gemm, const GateProduct<T>& of) const {
    const int64_t width = blocks_.width();
    for (int64_t block = 0; block < blocks_.count(); ++block)
      multiply_blocks(gemm, {.rows = of.rows,
                             .cols = width,
                             .a = of.from,
                             .a_rows = of.from_rows,
                             .a_blocks = &kNoOffset,
                             .a_step = 1,
                             .b = data() + block * rows_ * width,
                             .b_blocks = &kNoOffset,
                             .b_step = width,
                             .blocks = 1,
                             .depth = rows_,
                             .c = of.gates + block * of.block_step,
                             .c_rows = of.gate_rows,
                             .accumulate = of.accumulate});
  }

 private:
  const UnitBlocks blocks_;
  const int64_t rows_;
  const Workspace packed_;
};

}  // namespace pelton::cpu
