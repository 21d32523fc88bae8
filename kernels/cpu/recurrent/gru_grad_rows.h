// Owns the way of the GRU's gradient back through the steps, for some rows of the batch.
#pragma once
#include "kernels/common/attrs/gru_attrs.h"
#include "kernels/cpu/dispatch/flush_denormals.h"
#include "kernels/cpu/recurrent/gru_cell.h"
#include "kernels/cpu/recurrent/output_grad.h"
#include "kernels/cpu/recurrent/recurrent_plan.h"
#include "kernels/cpu/recurrent/transposed_gates.h"

namespace pelton::cpu {

// What the parts of one call share: operands, packed weights, and of some steps at a time the
// gradients of gates and the h that they are multiplied with.
template <class S>
struct GruGradCall {
  using T = Compute<S>;
  enum Operand : size_t { kRecurrent, kInitialH, kMask, kSaved, kSequenceGrad, kSavedGrad, kGradH };
  static constexpr int64_t kStepRows = 256;  // rows of the batch times steps that are kept

  static RecurrentSizes sizes_of(const KernelContext& context) {
    const TensorView& saved = context.in(kSaved);
    return {saved.dim(0), saved.dim(1), 0, saved.dim(3)};
  }

  explicit GruGradCall(const KernelContext& of)
      : context(of),
        attrs(of.attrs<GruGradAttrs>()),
        gemm(gemm_table<T>(active_isa())),
        pack(pack_table<S>(active_isa())),
        cells(gru_table<T>(active_isa())),
        plan(sizes_of(of), gemm.lanes, kGruGates),
        weight_rows(of.out(1).dim(0)),
        inputs_step(weight_rows + kRowPad),
        most_steps(std::clamp<int64_t>(kStepRows / std::max<int64_t>(1, plan.sizes.batch), 1,
                                       std::max<int64_t>(1, plan.sizes.time))),
        most_rows(most_steps * plan.sizes.batch),
        recurrent(of, of.in(kRecurrent), plan.sizes.units, plan.blocks, gemm),
        room_(of.workspace(static_cast<size_t>(most_rows * (plan.blocks.gates() + inputs_step) +
                                               2 * state_size()) *
                           sizeof(T))) {
    std::fill_n(dh(0), 2 * state_size(), T{});
    const TensorView& from = of.in(kGradH);
    if (from.rank() > 1)
      pack.widen(dh(0), plan.state_step, {from.as<const S>(), plan.sizes.units, 1},
                 plan.sizes.batch, plan.sizes.units);
  }

  // Rows are those of the batch, step by step: [block][step][row][gates of the block].
  T* dgates(int64_t row) const { return room_.template as<T>() + row * plan.blocks.width(); }
  int64_t block_step() const { return most_rows * plan.blocks.width(); }
  // Of each row: h of the step before and, where there is a bias, 1.
  T* inputs(int64_t row) const {
    return dgates(0) + plan.blocks.count() * block_step() + row * inputs_step;
  }
  // Gradient of h behind the step that comes next, and what reached the outputs of masked steps
  // since the last one that was not.
  T* dh(int64_t row) const { return inputs(most_rows) + row * plan.state_step; }
  T* pending(int64_t row) const { return dh(row) + state_size(); }

  const KernelContext& context;
  const GruGradAttrs& attrs;
  const GemmTable<T>& gemm;
  const PackTable<S>& pack;
  const GruTable<T>& cells;
  const RecurrentPlan plan;
  const int64_t weight_rows, inputs_step, most_steps, most_rows;
  const TransposedGates<S> recurrent;

 private:
  int64_t state_size() const { return plan.sizes.batch * plan.state_step; }

  const Workspace room_;
};

// Rows [begin, end) of the batch.
template <class S>
class GruGradRows {
  using T = Compute<S>;
  using Call = GruGradCall<S>;

 public:
  GruGradRows(const Call& call, int64_t begin, int64_t end)
      : call_(call),
        context_(call.context),
        plan_(call.plan),
        begin_(begin),
        rows_(end - begin),
        scratch_(context_.workspace(static_cast<size_t>(rows_ * plan_.state_step) * sizeof(T))),
        wide_(context_.workspace(static_cast<size_t>(rows_ * width()) * sizeof(T))),
        state_rows_(plan_.state_step),
        gate_rows_(plan_.blocks.width()) {}

  // Takes steps end - 1 to `begin` back; fills gates and inputs of rows that begin at step `begin`.
  void run(int64_t begin, int64_t end) const {
    const FlushDenormals flush;  // gradients of long sequences decay
    for (int64_t s = end; s-- > begin;) {
      const int64_t first = (s - begin) * plan_.sizes.batch + begin_;
      take_output_grads(s);
      pass_gates(s, first);
      call_.recurrent.multiply(call_.gemm, call_.dgates(first), call_.block_step(), rows_,
                               call_.dh(begin_), state_rows_.at, gate_rows_.at);
    }
  }

 private:
  int64_t time() const { return plan_.sizes.time; }
  int64_t units() const { return plan_.sizes.units; }
  int64_t width() const { return kGruGates * units(); }
  const bool* mask_at(int64_t s) const {
    const bool* const first = row_of<const bool>(context_.in(Call::kMask), begin_, time());
    return first == nullptr ? nullptr : first + plan_.sizes.time_of(s, call_.attrs.go_backwards);
  }
  // Row of a (batch, time, width) operand at step s; null where it is not given.
  template <class E>
  E* step_of(size_t operand, int64_t s, int64_t row, int64_t width) const {
    E* const first = row_of<E>(context_.in(operand), begin_, time() * width);
    return first == nullptr ? nullptr : first + (row * time() + s) * width;
  }

  void take_output_grads(int64_t s) const {
    const bool* const mask = mask_at(s);
    for (int64_t row = 0; row < rows_; ++row)
      take_output_grad(
          call_.pack, call_.cells.add,
          OutputGrad<S>{step_of<const S>(Call::kSequenceGrad, s, row, units()), mask != nullptr,
                        mask != nullptr && !mask[row * time()], call_.attrs.zero_output_for_mask},
          call_.dh(begin_ + row), call_.pending(begin_ + row), scratch_.template as<T>(), units());
  }

  // The h before step s, of all rows; the step between them in `step`.
  const T* h_before(int64_t s, int64_t* step) const {
    if (s > 0) {
      *step = time() * kGruSaved * units();
      return step_of<const T>(Call::kSaved, s - 1, 0, kGruSaved * units()) +
             static_cast<int64_t>(GruSaved::state) * units();
    }
    *step = plan_.state_step;
    T* const to = scratch_.template as<T>();
    const S* const first = row_of<const S>(context_.in(Call::kInitialH), begin_, units());
    std::fill_n(to, rows_ * plan_.state_step, T{});
    if (first != nullptr)
      call_.pack.widen(to, plan_.state_step, {first, units(), 1}, rows_, units());
    return to;
  }

  void copy_inputs(const GruBackwardCells<T>& cells, int64_t first) const {
    for (int64_t row = 0; row < rows_; ++row) {
      T* const to = call_.inputs(first + row);
      std::copy_n(cells.h_before + row * cells.h_before_step, units(), to);
      if (call_.weight_rows > units()) to[units()] = T(1);
    }
  }

  void pass_gates(int64_t s, int64_t first) const {
    S* const dx = context_.out(0).template as<S>() +
                  (begin_ * time() + plan_.sizes.time_of(s, call_.attrs.go_backwards)) * width();
    GruBackwardCells<T> cells;
    cells.rows = rows_;
    cells.units = units();
    cells.gates_step = call_.block_step();
    cells.mask = mask_at(s);
    cells.mask_step = time();
    cells.state_step = plan_.state_step;
    cells.saved_step = time() * kGruSaved * units();
    cells.saved = step_of<const T>(Call::kSaved, s, 0, kGruSaved * units());
    cells.saved_grad = step_of<const T>(Call::kSavedGrad, s, 0, kGruSaved * units());
    cells.h_before = h_before(s, &cells.h_before_step);
    cells.dh = call_.dh(begin_);
    cells.dgates = call_.dgates(first);
    copy_inputs(cells, first);
    if constexpr (std::is_same_v<S, T>) {
      cells.dx = dx;
      cells.x_step = time() * width();
      call_.cells.backward(cells);
    } else {
      cells.dx = wide_.template as<T>();
      cells.x_step = width();
      call_.cells.backward(cells);
      call_.pack.narrow(dx, time() * width(), cells.dx, width(), rows_, width());
    }
  }

  const Call& call_;
  const KernelContext& context_;
  const RecurrentPlan& plan_;
  const int64_t begin_, rows_;
  const Workspace scratch_, wide_;
  const RowOffsets state_rows_, gate_rows_;
};

}  // namespace pelton::cpu
