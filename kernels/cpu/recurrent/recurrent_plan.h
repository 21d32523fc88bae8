// Owns what the ways of recurrent layers forth and back share of a call: its sizes, the blocks of
// units, and how rows of the batch go to threads. A thread runs its rows alone.
#pragma once
#include <algorithm>

#include "kernels/common/attrs/recurrent_sizes.h"
#include "kernels/cpu/recurrent/gate_blocks.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {

inline constexpr int64_t kGroupRows = 64;  // of one product at most: they stay in the L2 cache
inline constexpr int64_t kRowPad = 16;     // elements that keep rows off each other's cache sets
inline constexpr int64_t kNoOffset = 0;

// Offsets of rows that follow each other in a fixed step.
struct RowOffsets {
  explicit RowOffsets(int64_t step) {
    for (int64_t r = 0; r < kGroupRows; ++r) at[r] = r * step;
  }
  int64_t at[kGroupRows];
};

struct RecurrentPlan {
  RecurrentPlan(const RecurrentSizes& of, int64_t lanes, int64_t gates_each)
      : sizes(of),
        blocks{of.units, lanes, gates_each},
        work(of.batch * of.time * (of.features + of.units) * blocks.gates()),
        state_step(blocks.count() * lanes + kRowPad),
        input_step(of.features + kRowPad) {
    const int64_t wanted = is_parallel() ? num_threads() : 1;
    rows_each = std::clamp<int64_t>(ceil_div(of.batch, wanted), 1, kGroupRows);
  }

  bool is_parallel() const { return work >= kParallelWork; }
  // Calls f(first row, last row) for groups of rows, in any order. The cut changes no result.
  template <class F>
  void for_row_groups(const F& f) const {
    share_out(is_parallel(), ceil_div(sizes.batch, rows_each), 1,
              [&](int64_t i) { f(i * rows_each, std::min(sizes.batch, (i + 1) * rows_each)); });
  }

  RecurrentSizes sizes;
  UnitBlocks blocks;
  int64_t work;        // multiply-adds of the forward pass
  int64_t state_step;  // between rows of h and c, padded to whole blocks
  int64_t input_step;  // between rows of copied inputs
  int64_t rows_each;   // of a group
};

// Element `row` of an optional operand of rows: null where the operand is not given.
template <class T>
T* row_of(const TensorView& x, int64_t row, int64_t step) {
  return x.rank() == 1 ? nullptr : x.as<T>() + row * step;
}

// Writes h of a step to its outputs, of rows that are not masked; of others the output of the step
// before, or 0.
template <class S>
void write_step_output(const PackTable<S>& pack, S* first, const Compute<S>* h,
                       const RecurrentPlan& plan, int64_t rows, const bool* mask,
                       bool zero_if_masked) {
  const int64_t units = plan.sizes.units, time = plan.sizes.time;
  for (int64_t row = 0; row < rows; ++row) {
    S* const out = first + row * time * units;
    if (mask == nullptr || mask[row * time])
      pack.narrow(out, 0, h + row * plan.state_step, 0, 1, units);
    else if (zero_if_masked)
      std::fill_n(out, units, S{});
    else
      std::copy_n(out - units, units, out);
  }
}

}  // namespace pelton::cpu
