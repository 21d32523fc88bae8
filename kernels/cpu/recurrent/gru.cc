// Owns the forward GRU: step by step the products of h, whose results go through the gates, with
// what came from x, while they are in the cache.
#include "kernels/declared/gru.h"

#include "kernels/common/attrs/gru_attrs.h"
#include "kernels/cpu/recurrent/gru_cell.h"
#include "kernels/cpu/recurrent/packed_gates.h"
#include "kernels/cpu/recurrent/recurrent_plan.h"

namespace pelton::cpu {
namespace {

enum Operand : size_t { kX, kRecurrent, kBias, kInitialH, kMask };

RecurrentSizes sizes_of(const KernelContext& context) {
  const Shape& x = context.in(kX).shape();
  return {x[0], x[1], 0, context.in(kRecurrent).dim(0)};
}

template <class S>
class GruForward {
  using T = Compute<S>;

 public:
  explicit GruForward(const KernelContext& context)
      : context_(context),
        attrs_(context.attrs<GruAttrs>()),
        gemm_(gemm_table<T>(active_isa())),
        pack_(pack_table<S>(active_isa())),
        cells_(gru_table<T>(active_isa())),
        plan_(sizes_of(context), gemm_.lanes, kGruGates),
        recurrent_(context, context.in(kRecurrent), plan_.sizes.units, plan_.blocks),
        bias_(context, context.in(kBias), 1, plan_.blocks) {}

  void run() const {
    plan_.for_row_groups([&](int64_t begin, int64_t end) { Group(*this, begin, end).run(); });
  }

 private:
  // Some rows of the batch over all steps. What comes from h is [block][row][gates of the block].
  class Group {
   public:
    Group(const GruForward& of, int64_t begin, int64_t end)
        : f_(of),
          plan_(of.plan_),
          begin_(begin),
          rows_(end - begin),
          room_(f_.context_.workspace(
              static_cast<size_t>(rows_ * (plan_.blocks.gates() + width() + 2 * plan_.state_step)) *
              sizeof(T))),
          of_h_(room_.template as<T>()),
          x_(of_h_ + rows_ * plan_.blocks.gates()),
          h_(x_ + rows_ * width()),
          h_next_(h_ + rows_ * plan_.state_step),
          state_rows_(plan_.state_step),
          gate_rows_(plan_.blocks.width()) {}

    void run() {
      std::fill_n(h_, 2 * rows_ * plan_.state_step, T{});
      const S* const first = row_of<const S>(f_.context_.in(kInitialH), begin_, units());
      if (first != nullptr)
        f_.pack_.widen(h_, plan_.state_step, {first, units(), 1}, rows_, units());
      for (int64_t s = 0; s < time(); ++s) step(s);
      f_.pack_.narrow(f_.context_.out(2).as<S>() + begin_ * units(), units(), h_, plan_.state_step,
                      rows_, units());
    }

   private:
    int64_t time() const { return plan_.sizes.time; }
    int64_t units() const { return plan_.sizes.units; }
    int64_t width() const { return kGruGates * units(); }

    void step(int64_t s) {
      f_.recurrent_.multiply(f_.gemm_, {.rows = rows_,
                                        .from = h_,
                                        .from_rows = state_rows_.at,
                                        .gates = of_h_,
                                        .block_step = rows_ * plan_.blocks.width(),
                                        .gate_rows = gate_rows_.at,
                                        .accumulate = false});
      pass_gates(s);
      std::swap(h_, h_next_);
      write_output(s);
    }

    const bool* mask_at(int64_t s) const {
      const bool* const first = row_of<const bool>(f_.context_.in(kMask), begin_, time());
      return first == nullptr ? nullptr : first + plan_.sizes.time_of(s, f_.attrs_.go_backwards);
    }

    // What x brings to step s, of all rows; the step between them in `step`.
    const T* x_at(int64_t s, int64_t* step) const {
      const int64_t at = plan_.sizes.time_of(s, f_.attrs_.go_backwards);
      const S* const x = f_.context_.in(kX).as<const S>() + (begin_ * time() + at) * width();
      if constexpr (std::is_same_v<S, T>) {
        *step = time() * width();
        return x;
      } else {
        *step = width();
        f_.pack_.widen(x_, width(), {x, time() * width(), 1}, rows_, width());
        return x_;
      }
    }

    void pass_gates(int64_t s) const {
      T* const saved = f_.context_.out(1).template as<T>();
      GruForwardCells<T> cells;
      cells.rows = rows_;
      cells.units = units();
      cells.gates_step = rows_ * plan_.blocks.width();
      cells.mask = mask_at(s);
      cells.mask_step = time();
      cells.state_step = plan_.state_step;
      cells.saved_step = time() * kGruSaved * units();
      cells.x = x_at(s, &cells.x_step);
      cells.of_h = of_h_;
      cells.bias = f_.bias_.data();
      cells.h_before = h_;
      cells.h = h_next_;
      cells.saved =
          saved == nullptr ? nullptr : saved + (begin_ * time() + s) * kGruSaved * units();
      f_.cells_.forward(cells);
    }

    void write_output(int64_t s) const {
      S* const first = f_.context_.out(0).as<S>() + (begin_ * time() + s) * units();
      write_step_output(f_.pack_, first, h_, plan_, rows_, mask_at(s),
                        s == 0 || f_.attrs_.zero_output_for_mask);
    }

    const GruForward& f_;
    const RecurrentPlan& plan_;
    const int64_t begin_, rows_;
    const Workspace room_;
    T *of_h_, *x_, *h_, *h_next_;
    const RowOffsets state_rows_, gate_rows_;
  };

  const KernelContext& context_;
  const GruAttrs& attrs_;
  const GemmTable<T>& gemm_;
  const PackTable<S>& pack_;
  const GruTable<T>& cells_;
  const RecurrentPlan plan_;
  const PackedGates<S> recurrent_, bias_;
};

}  // namespace

void gru(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() { GruForward<S>(context).run(); });
}

}  // namespace pelton::cpu
