// Owns the sums of what steps give to the gradients of recurrent weights: each thread adds up a
// part of the weights, in an order that follows from the shapes.
#pragma once
#include "kernels/cpu/dispatch/flush_denormals.h"
#include "kernels/cpu/recurrent/recurrent_plan.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

template <class S>
class WeightSums {
  using T = Compute<S>;

 public:
  WeightSums(const KernelContext& context, const RecurrentPlan& plan, int64_t weight_rows)
      : plan_(plan),
        weight_rows_(weight_rows),
        sums_(context.workspace(static_cast<size_t>(size()) * sizeof(T))) {
    std::fill_n(sums_.template as<T>(), size(), T{});
  }

  // Adds the products of `depth` rows of inputs, inputs_step apart, with gradients of gates,
  // [block][row][gates of the block] with block_step elements from block to block.
  void add(const GemmTable<T>& gemm, int64_t depth, const T* inputs, int64_t inputs_step,
           const T* gates, int64_t block_step) const {
    const int64_t width = plan_.blocks.width(), pieces = ceil_div(weight_rows_, kGroupRows);
    const RowOffsets input_columns(1), sum_rows(width);
    share_out(plan_.is_parallel(), pieces * plan_.blocks.count(), 1, [&](int64_t i) {
      const FlushDenormals flush;
      const int64_t block = i / pieces, piece = i % pieces;
      const int64_t first = piece_begin(weight_rows_, pieces, piece);
      multiply_blocks(gemm, {.rows = piece_begin(weight_rows_, pieces, piece + 1) - first,
                             .cols = width,
                             .a = inputs + first,
                             .a_rows = input_columns.at,
                             .a_blocks = &kNoOffset,
                             .a_step = inputs_step,
                             .b = gates + block * block_step,
                             .b_blocks = &kNoOffset,
                             .b_step = width,
                             .blocks = 1,
                             .depth = depth,
                             .c = sums_.template as<T>() + (block * weight_rows_ + first) * width,
                             .c_rows = sum_rows.at,
                             .accumulate = true});
    });
  }

  // The sums as a matrix (rows of weights, gates).
  void write(S* to) const {
    unpack_gates(to, sums_.template as<const T>(), weight_rows_, plan_.blocks);
  }

 private:
  int64_t size() const { return weight_rows_ * plan_.blocks.gates(); }

  const RecurrentPlan& plan_;
  const int64_t weight_rows_;
  const Workspace sums_;  // [block][row of the weights][gates of the block]
};

}  // namespace pelton::cpu
