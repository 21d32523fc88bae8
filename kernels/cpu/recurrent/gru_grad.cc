// Owns the gradient of the GRU: the way back through the gates, for some rows of the batch.
#include "kernels/common/attrs/gru_attrs.h"
#include "kernels/cpu/recurrent/gru_cell.h"
#include "kernels/cpu/recurrent/recurrent_grad.h"
#include "kernels/declared/gru.h"

namespace pelton::cpu {
namespace {

template <class S>
struct GruGradCall : RecurrentGradCall<S> {
  enum Operand : size_t { kRecurrent, kInitialH, kMask, kSaved, kSequenceGrad, kSavedGrad, kGradH };
  enum State : int64_t { kH, kPending, kStates };
  using T = Compute<S>;

  static RecurrentSizes sizes_of(const KernelContext& context) {
    const TensorView& saved = context.in(kSaved);
    return {saved.dim(0), saved.dim(1), 0, saved.dim(3)};
  }

  explicit GruGradCall(const KernelContext& of)
      : RecurrentGradCall<S>(of, sizes_of(of), of.in(kRecurrent), kGruGates, kStates),
        attrs(of.attrs<GruGradAttrs>()),
        cells(gru_table<T>(active_isa())) {
    this->read_state(kH, of.in(kGradH));
  }

  T* dh(int64_t row) const { return this->state(kH, row); }
  T* pending(int64_t row) const { return this->state(kPending, row); }

  const GruGradAttrs& attrs;
  const GruTable<T>& cells;
};

template <class S>
class GruGradRows : RecurrentGradRows<S, GruGradCall<S>> {
  using T = Compute<S>;
  using Call = GruGradCall<S>;
  using Rows = RecurrentGradRows<S, Call>;
  using Rows::begin_, Rows::call_, Rows::context_, Rows::rows_, Rows::time, Rows::units;

 public:
  GruGradRows(const Call& call, int64_t begin, int64_t end)
      : Rows(call, begin, end),
        wide_(context_.workspace(static_cast<size_t>(rows_ * width()) * sizeof(T))) {}

  void run(int64_t begin, int64_t end) const {
    for (int64_t s = end; s-- > begin;) {
      const int64_t first = (s - begin) * call_.plan.sizes.batch + begin_;
      for (int64_t row = 0; row < rows_; ++row)
        this->take_output_grad_of(s, row, call_.dh(begin_ + row));
      pass_gates(s, first);
      this->multiply_back(first, call_.dh(begin_));
    }
  }

 private:
  int64_t width() const { return kGruGates * units(); }

  // h of the step before and, where there is a bias, 1.
  void copy_inputs(const GruBackwardCells<T>& cells, int64_t first) const {
    for (int64_t row = 0; row < rows_; ++row) {
      T* const to = call_.inputs(first + row);
      std::copy_n(cells.h_before + row * cells.h_before_step, units(), to);
      if (call_.weight_rows > units()) to[units()] = T(1);
    }
  }

  void pass_gates(int64_t s, int64_t first) const {
    S* const dx = context_.out(0).template as<S>() + (begin_ * time() + this->time_of(s)) * width();
    GruBackwardCells<T> cells;
    this->describe(cells, s);
    cells.h_before = this->state_before(s, Call::kInitialH, &cells.h_before_step);
    cells.dh = call_.dh(begin_);
    cells.dgates = call_.gates(first);
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

  const Workspace wide_;
};

}  // namespace

void gru_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() {
    const GruGradCall<S> call(context);
    run_recurrent_grad<GruGradRows, S>(call);
    call.write_state(GruGradCall<S>::kH, context.out(2));
  });
}

}  // namespace pelton::cpu
