// Owns the forward LSTM: the input's products of some steps at a time, then step by step those of
// h, whose results go through the gates while they are in the cache.
#include "kernels/declared/lstm.h"

#include "kernels/common/attrs/lstm_attrs.h"
#include "kernels/cpu/recurrent/lstm_cell.h"
#include "kernels/cpu/recurrent/packed_gates.h"
#include "kernels/cpu/recurrent/recurrent_plan.h"

namespace pelton::cpu {
namespace {

template <class S>
class LstmForward {
  using T = Compute<S>;

 public:
  explicit LstmForward(const KernelContext& context)
      : context_(context),
        attrs_(context.attrs<LstmAttrs>()),
        gemm_(gemm_table<T>(active_isa())),
        pack_(pack_table<S>(active_isa())),
        cells_(lstm_table<T>(active_isa())),
        plan_(RecurrentSizes::of(context.in(0).shape(), context.in(2).shape()), gemm_.lanes,
              kLstmGates),
        kernel_(context, context.in(1), plan_.sizes.features, plan_.blocks),
        recurrent_(context, context.in(2), plan_.sizes.units, plan_.blocks),
        bias_(context, context.in(3), 1, plan_.blocks) {}

  void run() const {
    plan_.for_row_groups([&](int64_t begin, int64_t end) { Group(*this, begin, end).run(); });
  }

 private:
  // Some rows of the batch over all steps. `z` is [block][step of a few][row][gates of the block].
  class Group {
   public:
    Group(const LstmForward& of, int64_t begin, int64_t end)
        : f_(of),
          plan_(of.plan_),
          begin_(begin),
          rows_(end - begin),
          most_steps_(std::clamp<int64_t>(kGroupRows / rows_, 1, std::max<int64_t>(1, time()))),
          room_(f_.context_.workspace(static_cast<size_t>(elements()) * sizeof(T))),
          z_(room_.template as<T>()),
          x_(z_ + most_steps_ * rows_ * plan_.blocks.gates()),
          c_(x_ + most_steps_ * rows_ * plan_.input_step),
          h_(c_ + rows_ * plan_.state_step),
          h_next_(h_ + rows_ * plan_.state_step),
          input_rows_(plan_.input_step),
          state_rows_(plan_.state_step),
          gate_rows_(plan_.blocks.width()) {}

    void run() {
      std::fill_n(c_, 3 * rows_ * plan_.state_step, T{});
      read_state(h_, f_.context_.in(4));
      read_state(c_, f_.context_.in(5));
      for (int64_t s = 0; s < time(); s += most_steps_) {
        const int64_t steps = std::min(most_steps_, time() - s);
        project(s, steps);
        for (int64_t i = 0; i < steps; ++i) step(s + i, i);
      }
      write_state(h_, f_.context_.out(2));
      write_state(c_, f_.context_.out(3));
    }

   private:
    int64_t time() const { return plan_.sizes.time; }
    int64_t units() const { return plan_.sizes.units; }
    int64_t elements() const {
      return most_steps_ * rows_ * (plan_.blocks.gates() + plan_.input_step) +
             3 * rows_ * plan_.state_step;
    }
    T* z_of(int64_t block, int64_t step) const {
      return z_ + (block * most_steps_ + step) * rows_ * plan_.blocks.width();
    }

    void read_state(T* to, const TensorView& from) const {
      const S* const first = row_of<const S>(from, begin_, units());
      if (first != nullptr)
        f_.pack_.widen(to, plan_.state_step, {first, units(), 1}, rows_, units());
    }
    void write_state(const T* from, const TensorView& to) const {
      f_.pack_.narrow(to.as<S>() + begin_ * units(), units(), from, plan_.state_step, rows_,
                      units());
    }

    // z of `steps` steps from `s` on: their inputs times the kernel.
    void project(int64_t s, int64_t steps) const {
      const int64_t features = plan_.sizes.features;
      const S* const x = f_.context_.in(0).as<const S>() + begin_ * time() * features;
      for (int64_t i = 0; i < steps; ++i) {
        const int64_t at = plan_.sizes.time_of(s + i, f_.attrs_.go_backwards);
        f_.pack_.widen(x_ + i * rows_ * plan_.input_step, plan_.input_step,
                       {x + at * features, time() * features, 1}, rows_, features);
      }
      multiply(f_.kernel_, steps * rows_, x_, input_rows_, z_of(0, 0), false);
    }

    // Step `s`, whose z is the i-th of those projected.
    void step(int64_t s, int64_t i) {
      multiply(f_.recurrent_, rows_, h_, state_rows_, z_of(0, i), true);
      pass_gates(s, z_of(0, i));
      std::swap(h_, h_next_);
      write_output(s);
    }

    void multiply(const PackedGates<S>& weights, int64_t rows, const T* from,
                  const RowOffsets& from_rows, T* z, bool accumulate) const {
      weights.multiply(f_.gemm_, {.rows = rows,
                                  .from = from,
                                  .from_rows = from_rows.at,
                                  .gates = z,
                                  .block_step = z_of(1, 0) - z_of(0, 0),
                                  .gate_rows = gate_rows_.at,
                                  .accumulate = accumulate});
    }

    const bool* mask_at(int64_t s) const {
      const bool* const first = row_of<const bool>(f_.context_.in(6), begin_, time());
      return first == nullptr ? nullptr : first + plan_.sizes.time_of(s, f_.attrs_.go_backwards);
    }

    void pass_gates(int64_t s, T* z) const {
      T* const saved = f_.context_.out(1).template as<T>();
      LstmForwardCells<T> cells;
      cells.rows = rows_;
      cells.units = units();
      cells.gates_step = z_of(1, 0) - z_of(0, 0);
      cells.mask = mask_at(s);
      cells.mask_step = time();
      cells.state_step = plan_.state_step;
      cells.saved_step = time() * kLstmSaved * units();
      cells.z = z;
      cells.bias = f_.bias_.data();
      cells.c = c_;
      cells.h_before = h_;
      cells.h = h_next_;
      cells.saved =
          saved == nullptr ? nullptr : saved + (begin_ * time() + s) * kLstmSaved * units();
      f_.cells_.forward(cells);
    }

    void write_output(int64_t s) const {
      S* const first = f_.context_.out(0).as<S>() + (begin_ * time() + s) * units();
      write_step_output(f_.pack_, first, h_, plan_, rows_, mask_at(s),
                        s == 0 || f_.attrs_.zero_output_for_mask);
    }

    const LstmForward& f_;
    const RecurrentPlan& plan_;
    const int64_t begin_, rows_, most_steps_;
    const Workspace room_;
    T *z_, *x_, *c_, *h_, *h_next_;
    const RowOffsets input_rows_, state_rows_, gate_rows_;
  };

  const KernelContext& context_;
  const LstmAttrs& attrs_;
  const GemmTable<T>& gemm_;
  const PackTable<S>& pack_;
  const LstmTable<T>& cells_;
  const RecurrentPlan plan_;
  const PackedGates<S> kernel_, recurrent_, bias_;
};

}  // namespace

void lstm(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() { LstmForward<S>(context).run(); });
}

}  // namespace pelton::cpu
