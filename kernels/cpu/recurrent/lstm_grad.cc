// Owns the gradient of the LSTM: the way back through the gates, for some rows of the batch.
#include "kernels/common/attrs/lstm_attrs.h"
#include "kernels/cpu/recurrent/lstm_cell.h"
#include "kernels/cpu/recurrent/recurrent_grad.h"
#include "kernels/declared/lstm.h"

namespace pelton::cpu {
namespace {

template <class S>
struct LstmGradCall : RecurrentGradCall<S> {
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
  enum State : int64_t { kH, kC, kPending, kStates };

  explicit LstmGradCall(const KernelContext& of)
      : RecurrentGradCall<S>(of, RecurrentSizes::of(of.in(kX).shape(), of.in(kRecurrent).shape()),
                             of.in(kRecurrent), kLstmGates, kStates),
        attrs(of.attrs<LstmGradAttrs>()),
        cells(lstm_table<T>(active_isa())),
        kernel(of, of.in(kKernel), attrs.input_needed ? this->plan.sizes.features : 0,
               this->plan.blocks, this->gemm) {
    this->read_state(kH, of.in(kGradH));
    this->read_state(kC, of.in(kGradC));
  }

  T* dh(int64_t row) const { return this->state(kH, row); }
  T* dc(int64_t row) const { return this->state(kC, row); }
  T* pending(int64_t row) const { return this->state(kPending, row); }

  const LstmGradAttrs& attrs;
  const LstmTable<T>& cells;
  const TransposedGates<S> kernel;
};

template <class S>
class LstmGradRows : RecurrentGradRows<S, LstmGradCall<S>> {
  using T = Compute<S>;
  using Call = LstmGradCall<S>;
  using Rows = RecurrentGradRows<S, Call>;
  using Rows::begin_, Rows::call_, Rows::context_, Rows::plan_, Rows::row_step_, Rows::rows_,
      Rows::time, Rows::units;

 public:
  LstmGradRows(const Call& call, int64_t begin, int64_t end)
      : Rows(call, begin, end), scratch_rows_(row_step_) {}

  void run(int64_t begin, int64_t end) const {
    for (int64_t s = end; s-- > begin;) {
      const int64_t first = (s - begin) * plan_.sizes.batch + begin_;
      for (int64_t row = 0; row < rows_; ++row) {
        copy_inputs(s, row, call_.inputs(first + row));
        this->take_output_grad_of(s, row, call_.dh(begin_ + row));
      }
      pass_gates(s, first);
      this->multiply_back(first, call_.dh(begin_));
      if (call_.attrs.input_needed) write_input_grad(s, first);
    }
  }

 private:
  // Where the h lies that step s of the row began with; null: it is zero.
  const S* h_before(int64_t s, int64_t row) const {
    do {
      if (s == 0) return row_of<const S>(this->context_.in(Call::kInitialH), begin_ + row, units());
      --s;
    } while (this->is_masked(s, row));
    return this->template step_of<const S>(Call::kSequence, s, row, units());
  }

  // The input, h of the step before and, where there is a bias, 1.
  void copy_inputs(int64_t s, int64_t row, T* to) const {
    const int64_t features = plan_.sizes.features;
    const S* const x = this->template step_of<const S>(Call::kX, this->time_of(s), row, features);
    call_.pack.widen(to, 0, {x, 0, 1}, 1, features);
    // Where the row is masked its gates have no gradient, and no h is looked for.
    const S* const h = this->is_masked(s, row) ? nullptr : h_before(s, row);
    if (h == nullptr)
      std::fill_n(to + features, units(), T{});
    else
      call_.pack.widen(to + features, 0, {h, 0, 1}, 1, units());
    if (call_.weight_rows > features + units()) to[features + units()] = T(1);
  }

  void pass_gates(int64_t s, int64_t first) const {
    LstmBackwardCells<T> cells;
    this->describe(cells, s);
    cells.c_before = this->state_before(s, Call::kInitialC, &cells.c_before_step);
    cells.dh = call_.dh(begin_);
    cells.dc = call_.dc(begin_);
    cells.dz = call_.gates(first);
    call_.cells.backward(cells);
  }

  void write_input_grad(int64_t s, int64_t first) const {
    const int64_t features = plan_.sizes.features;
    T* const wide = this->scratch();
    std::fill_n(wide, rows_ * row_step_, T{});
    call_.kernel.multiply(call_.gemm, call_.gates(first), call_.block_step(), rows_, wide,
                          scratch_rows_.at, this->gate_rows_.at);
    S* const to =
        this->context_.out(0).template as<S>() + (begin_ * time() + this->time_of(s)) * features;
    call_.pack.narrow(to, time() * features, wide, row_step_, rows_, features);
  }

  const RowOffsets scratch_rows_;
};

}  // namespace

void lstm_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() {
    const LstmGradCall<S> call(context);
    run_recurrent_grad<LstmGradRows, S>(call);
    call.write_state(LstmGradCall<S>::kH, context.out(2));
    call.write_state(LstmGradCall<S>::kC, context.out(3));
  });
}

}  // namespace pelton::cpu
