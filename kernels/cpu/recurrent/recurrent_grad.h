// Owns what the gradients of recurrent layers share: some steps at a time, from the last to the
// first, threads take their rows back through the gates, and then, each a part of the weights, add
// up what these steps give to the weights' gradients. All sums run in an order that follows from
// the shapes. Must not know what a gate does.
#pragma once
#include "kernels/cpu/dispatch/flush_denormals.h"
#include "kernels/cpu/recurrent/output_grad.h"
#include "kernels/cpu/recurrent/recurrent_cells.h"
#include "kernels/cpu/recurrent/transposed_gates.h"
#include "kernels/cpu/recurrent/weight_sums.h"

namespace pelton::cpu {

// What the parts of one call share: packed weights, and of some steps at a time the gradients of
// gates and the inputs that they are multiplied with.
template <class S>
struct RecurrentGradCall {
  using T = Compute<S>;
  static constexpr int64_t kStepRows = 256;  // rows of the batch times steps that are kept

  RecurrentGradCall(const KernelContext& of, const RecurrentSizes& sizes,
                    const TensorView& recurrent_kernel, int64_t gates, int64_t states)
      : context(of),
        gemm(gemm_table<T>(active_isa())),
        pack(pack_table<S>(active_isa())),
        plan(sizes, gemm.lanes, gates),
        weight_rows(of.out(1).dim(0)),
        inputs_step(weight_rows + kRowPad),
        most_steps(std::clamp<int64_t>(kStepRows / std::max<int64_t>(1, sizes.batch), 1,
                                       std::max<int64_t>(1, sizes.time))),
        most_rows(most_steps * sizes.batch),
        recurrent(of, recurrent_kernel, sizes.units, plan.blocks, gemm),
        room_(of.workspace(static_cast<size_t>(most_rows * (plan.blocks.gates() + inputs_step) +
                                               states * state_size()) *
                           sizeof(T))) {
    std::fill_n(state(0, 0), states * state_size(), T{});
  }

  // Gradients of gates; rows are those of the batch, step by step: [block][step][row][gates of the
  // block].
  T* gates(int64_t row) const { return room_.template as<T>() + row * plan.blocks.width(); }
  int64_t block_step() const { return most_rows * plan.blocks.width(); }
  // Of each row what the weights' rows are multiplied with.
  T* inputs(int64_t row) const {
    return gates(0) + plan.blocks.count() * block_step() + row * inputs_step;
  }
  // Gradients of states behind the step that comes next, and others that are kept from step to
  // step.
  T* state(int64_t index, int64_t row) const {
    return inputs(most_rows) + index * state_size() + row * plan.state_step;
  }
  // Of the whole batch, where the operand is given.
  void read_state(int64_t index, const TensorView& from) const {
    if (from.rank() == 1) return;
    pack.widen(state(index, 0), plan.state_step, {from.as<const S>(), plan.sizes.units, 1},
               plan.sizes.batch, plan.sizes.units);
  }
  void write_state(int64_t index, const TensorView& to) const {
    if (to.rank() == 1) return;
    pack.narrow(to.as<S>(), plan.sizes.units, state(index, 0), plan.state_step, plan.sizes.batch,
                plan.sizes.units);
  }

  const KernelContext& context;
  const GemmTable<T>& gemm;
  const PackTable<S>& pack;
  const RecurrentPlan plan;
  const int64_t weight_rows, inputs_step, most_steps, most_rows;
  const TransposedGates<S> recurrent;

 private:
  int64_t state_size() const { return plan.sizes.batch * plan.state_step; }

  const Workspace room_;
};

// Rows [begin, end) of the batch. A Call is a RecurrentGradCall with its cells, attributes,
// operands (kMask, kSaved, kSequenceGrad, kSavedGrad) and pending(row): what reached the outputs of
// masked steps since the last one that was not.
template <class S, class Call>
class RecurrentGradRows {
 protected:
  using T = Compute<S>;

  RecurrentGradRows(const Call& call, int64_t begin, int64_t end)
      : call_(call),
        context_(call.context),
        plan_(call.plan),
        begin_(begin),
        rows_(end - begin),
        row_step_(std::max(plan_.state_step, plan_.input_step)),
        scratch_(context_.workspace(static_cast<size_t>(rows_ * row_step_) * sizeof(T))),
        state_rows_(plan_.state_step),
        gate_rows_(plan_.blocks.width()) {}

  int64_t time() const { return plan_.sizes.time; }
  int64_t units() const { return plan_.sizes.units; }
  int64_t saved_width() const { return (kSavedGates + 1) * units(); }
  int64_t time_of(int64_t s) const { return plan_.sizes.time_of(s, call_.attrs.go_backwards); }
  T* scratch() const { return scratch_.template as<T>(); }

  const bool* mask_at(int64_t s) const {
    const bool* const first = row_of<const bool>(context_.in(Call::kMask), begin_, time());
    return first == nullptr ? nullptr : first + time_of(s);
  }
  bool is_masked(int64_t s, int64_t row) const {
    const bool* const mask = mask_at(s);
    return mask != nullptr && !mask[row * time()];
  }
  // Row of a (batch, time, width) operand at step s; null where it is not given.
  template <class E>
  E* step_of(size_t operand, int64_t s, int64_t row, int64_t width) const {
    E* const first = row_of<E>(context_.in(operand), begin_, time() * width);
    return first == nullptr ? nullptr : first + (row * time() + s) * width;
  }

  // Adds the gradient of the row's output at step s to that of h.
  void take_output_grad_of(int64_t s, int64_t row, T* dh) const {
    const OutputGrad<S> grad{step_of<const S>(Call::kSequenceGrad, s, row, units()),
                             mask_at(s) != nullptr, is_masked(s, row),
                             call_.attrs.zero_output_for_mask};
    take_output_grad(call_.pack, call_.cells.add, grad, dh, call_.pending(begin_ + row), scratch(),
                     units());
  }

  // The saved state before step s, of all rows, the first of which is operand `initial`; the step
  // between them in `step`.
  const T* state_before(int64_t s, size_t initial, int64_t* step) const {
    if (s > 0) {
      *step = time() * saved_width();
      return step_of<const T>(Call::kSaved, s - 1, 0, saved_width()) + kSavedGates * units();
    }
    *step = row_step_;
    std::fill_n(scratch(), rows_ * row_step_, T{});
    const S* const first = row_of<const S>(context_.in(initial), begin_, units());
    if (first != nullptr)
      call_.pack.widen(scratch(), row_step_, {first, units(), 1}, rows_, units());
    return scratch();
  }

  // What the cells of every kind are told of step s.
  template <class Cells>
  void describe(Cells& cells, int64_t s) const {
    cells.rows = rows_;
    cells.units = units();
    cells.gates_step = call_.block_step();
    cells.mask = mask_at(s);
    cells.mask_step = time();
    cells.state_step = plan_.state_step;
    cells.saved_step = time() * saved_width();
    cells.saved = step_of<const T>(Call::kSaved, s, 0, saved_width());
    cells.saved_grad = step_of<const T>(Call::kSavedGrad, s, 0, saved_width());
  }

  // Adds the products of gates' gradients with the recurrent weights to the gradient of h.
  void multiply_back(int64_t first, T* dh) const {
    call_.recurrent.multiply(call_.gemm, call_.gates(first), call_.block_step(), rows_, dh,
                             state_rows_.at, gate_rows_.at);
  }

  const Call& call_;
  const KernelContext& context_;
  const RecurrentPlan& plan_;
  const int64_t begin_, rows_, row_step_;
  const Workspace scratch_;
  const RowOffsets state_rows_, gate_rows_;
};

// Rows are made of the call, and run(begin, end) takes theirs from step end - 1 to `begin`, filling
// gates and inputs of rows that begin at step `begin`. Output 1 is the weights' gradient.
template <template <class> class Rows, class S, class Call>
void run_recurrent_grad(const Call& call) {
  const RecurrentPlan& plan = call.plan;
  const WeightSums<S> sums(call.context, plan, call.weight_rows);
  for (int64_t end = plan.sizes.time; end > 0; end -= std::min(end, call.most_steps)) {
    const int64_t begin = end - std::min(end, call.most_steps);
    plan.for_row_groups([&](int64_t first, int64_t last) {
      const FlushDenormals flush;  // gradients of long sequences decay
      Rows<S>(call, first, last).run(begin, end);
    });
    sums.add(call.gemm, (end - begin) * plan.sizes.batch, call.inputs(0), call.inputs_step,
             call.gates(0), call.block_step());
  }
  sums.write(call.context.out(1).template as<S>());
}

}  // namespace pelton::cpu
