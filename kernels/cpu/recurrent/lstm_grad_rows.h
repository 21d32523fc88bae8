// Owns the way of the LSTM's gradient back through the steps, for some rows of the batch.
#pragma once
#include "kernels/common/attrs/lstm_attrs.h"
#include "kernels/cpu/dispatch/flush_denormals.h"
#include "kernels/cpu/recurrent/lstm_cell.h"
#include "kernels/cpu/recurrent/output_grad.h"
#include "kernels/cpu/recurrent/recurrent_plan.h"
#include "kernels/cpu/recurrent/transposed_gates.h"

namespace pelton::cpu {

// What the parts of one call share: operands, packed weights, and of some steps at a time the
// gradients of gates and the inputs that they are multiplied with.
template <class S>
struct LstmGradCall {
  using T = Compute<S>;
  enum Operand : size_t {
    kX,
    kKernel,
    kRecurrent,
    kInitialH,
    kInitialC,
    kMask,
    kSequence,
    kSaved,
    kSequenceGrad,
    kSavedGrad,
    kGradH,
    kGradC
  };
  static constexpr int64_t kStepRows = 256;  // rows of the batch times steps that are kept

  explicit LstmGradCall(const KernelContext& of)
      : context(of),
        attrs(of.attrs<LstmGradAttrs>()),
        gemm(gemm_table<T>(active_isa())),
        pack(pack_table<S>(active_isa())),
        cells(lstm_table<T>(active_isa())),
        plan(RecurrentSizes::of(of.in(kX).shape(), of.in(kRecurrent).shape()), gemm.lanes,
             kLstmGates),
        weight_rows(of.out(1).dim(0)),
        inputs_step(weight_rows + kRowPad),
        most_steps(std::clamp<int64_t>(kStepRows / std::max<int64_t>(1, plan.sizes.batch), 1,
                                       std::max<int64_t>(1, plan.sizes.time))),
        most_rows(most_steps * plan.sizes.batch),
        recurrent(of, of.in(kRecurrent), plan.sizes.units, plan.blocks, gemm),
        kernel(of, of.in(kKernel), attrs.input_needed ? plan.sizes.features : 0, plan.blocks, gemm),
        room_(of.workspace(static_cast<size_t>(most_rows * (plan.blocks.gates() + inputs_step) +
                                               3 * state_size()) *
                           sizeof(T))) {
    std::fill_n(states(), 3 * state_size(), T{});
    read_state(dh(0), of.in(kGradH));
    read_state(dc(0), of.in(kGradC));
  }

  // Rows are those of the batch, step by step: [block][step][row][gates of the block].
  T* dz(int64_t block, int64_t row) const {
    return room_.template as<T>() + block * block_step() + row * plan.blocks.width();
  }
  int64_t block_step() const { return most_rows * plan.blocks.width(); }
  // Of each row: the input, h of the step before and, where there is a bias, 1.
  T* inputs(int64_t row) const { return dz(plan.blocks.count(), 0) + row * inputs_step; }
  // Gradients of the states behind the step that comes next, and what reached the outputs of masked
  // steps since the last one that was not.
  T* dh(int64_t row) const { return states() + row * plan.state_step; }
  T* dc(int64_t row) const { return dh(row) + state_size(); }
  T* pending(int64_t row) const { return dc(row) + state_size(); }

  const KernelContext& context;
  const LstmGradAttrs& attrs;
  const GemmTable<T>& gemm;
  const PackTable<S>& pack;
  const LstmTable<T>& cells;
  const RecurrentPlan plan;
  const int64_t weight_rows, inputs_step, most_steps, most_rows;
  const TransposedGates<S> recurrent, kernel;

 private:
  int64_t state_size() const { return plan.sizes.batch * plan.state_step; }
  T* states() const { return inputs(most_rows); }
  void read_state(T* to, const TensorView& from) const {
    if (from.rank() == 1) return;
    pack.widen(to, plan.state_step, {from.as<const S>(), plan.sizes.units, 1}, plan.sizes.batch,
               plan.sizes.units);
  }

  const Workspace room_;
};

// Rows [begin, end) of the batch.
template <class S>
class LstmGradRows {
  using T = Compute<S>;
  using Call = LstmGradCall<S>;

 public:
  LstmGradRows(const Call& call, int64_t begin, int64_t end)
      : call_(call),
        context_(call.context),
        plan_(call.plan),
        begin_(begin),
        rows_(end - begin),
        row_step_(std::max(plan_.state_step, plan_.input_step)),
        scratch_(context_.workspace(static_cast<size_t>(rows_ * row_step_) * sizeof(T))),
        scratch_rows_(row_step_),
        state_rows_(plan_.state_step),
        gate_rows_(plan_.blocks.width()) {}

  // Takes steps end - 1 to `begin` back; fills dz and inputs of rows that begin at step `begin`.
  void run(int64_t begin, int64_t end) const {
    const FlushDenormals flush;  // gradients of long sequences decay
    for (int64_t s = end; s-- > begin;) {
      const int64_t first = (s - begin) * plan_.sizes.batch + begin_;
      for (int64_t row = 0; row < rows_; ++row) {
        copy_inputs(s, row, call_.inputs(first + row));
        take_output_grad_of(s, row);
      }
      pass_gates(s, first);
      call_.recurrent.multiply(call_.gemm, call_.dz(0, first), call_.block_step(), rows_,
                               call_.dh(begin_), state_rows_.at, gate_rows_.at);
      if (call_.attrs.input_needed) write_input_grad(s, first);
    }
  }

 private:
  int64_t time() const { return plan_.sizes.time; }
  int64_t units() const { return plan_.sizes.units; }
  int64_t time_of(int64_t s) const { return plan_.sizes.time_of(s, call_.attrs.go_backwards); }
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

  // Where the h lies that step s of the row began with; null: it is zero.
  const S* h_before(int64_t s, int64_t row) const {
    do {
      if (s == 0) return row_of<const S>(context_.in(Call::kInitialH), begin_ + row, units());
      --s;
    } while (is_masked(s, row));
    return step_of<const S>(Call::kSequence, s, row, units());
  }

  void copy_inputs(int64_t s, int64_t row, T* to) const {
    const int64_t features = plan_.sizes.features;
    const S* const x = step_of<const S>(Call::kX, time_of(s), row, features);
    call_.pack.widen(to, 0, {x, 0, 1}, 1, features);
    // Where the row is masked its gates have no gradient, and no h is looked for.
    const S* const h = is_masked(s, row) ? nullptr : h_before(s, row);
    if (h == nullptr)
      std::fill_n(to + features, units(), T{});
    else
      call_.pack.widen(to + features, 0, {h, 0, 1}, 1, units());
    if (call_.weight_rows > features + units()) to[features + units()] = T(1);
  }

  void take_output_grad_of(int64_t s, int64_t row) const {
    const OutputGrad<S> grad{step_of<const S>(Call::kSequenceGrad, s, row, units()),
                             mask_at(s) != nullptr, is_masked(s, row),
                             call_.attrs.zero_output_for_mask};
    take_output_grad(call_.pack, call_.cells.add, grad, call_.dh(begin_ + row),
                     call_.pending(begin_ + row), scratch_.template as<T>(), units());
  }

  // The cell before step s, of all rows; the step between them in `step`.
  const T* c_before(int64_t s, int64_t* step) const {
    if (s > 0) {
      *step = time() * kLstmSaved * units();
      return step_of<const T>(Call::kSaved, s - 1, 0, kLstmSaved * units()) +
             static_cast<int64_t>(LstmSaved::cell) * units();
    }
    *step = row_step_;
    const S* const first = row_of<const S>(context_.in(Call::kInitialC), begin_, units());
    if (first == nullptr)
      std::fill_n(scratch_.template as<T>(), rows_ * row_step_, T{});
    else
      call_.pack.widen(scratch_.template as<T>(), row_step_, {first, units(), 1}, rows_, units());
    return scratch_.template as<T>();
  }

  void pass_gates(int64_t s, int64_t first) const {
    LstmBackwardCells<T> cells;
    cells.rows = rows_;
    cells.units = units();
    cells.gates_step = call_.block_step();
    cells.mask = mask_at(s);
    cells.mask_step = time();
    cells.state_step = plan_.state_step;
    cells.saved_step = time() * kLstmSaved * units();
    cells.saved = step_of<const T>(Call::kSaved, s, 0, kLstmSaved * units());
    cells.saved_grad = step_of<const T>(Call::kSavedGrad, s, 0, kLstmSaved * units());
    cells.c_before = c_before(s, &cells.c_before_step);
    cells.dh = call_.dh(begin_);
    cells.dc = call_.dc(begin_);
    cells.dz = call_.dz(0, first);
    call_.cells.backward(cells);
  }

  void write_input_grad(int64_t s, int64_t first) const {
    const int64_t features = plan_.sizes.features;
    T* const wide = scratch_.template as<T>();
    std::fill_n(wide, rows_ * row_step_, T{});
    call_.kernel.multiply(call_.gemm, call_.dz(0, first), call_.block_step(), rows_, wide,
                          scratch_rows_.at, gate_rows_.at);
    S* const to = context_.out(0).template as<S>() + (begin_ * time() + time_of(s)) * features;
    call_.pack.narrow(to, time() * features, wide, row_step_, rows_, features);
  }

  const Call& call_;
  const KernelContext& context_;
  const RecurrentPlan& plan_;
  const int64_t begin_, rows_, row_step_;
  const Workspace scratch_;
  const RowOffsets scratch_rows_, state_rows_, gate_rows_;
};

}  // namespace pelton::cpu
