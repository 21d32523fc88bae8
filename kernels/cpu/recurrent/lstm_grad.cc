// Owns the gradient of the LSTM: some steps at a time, from the last to the first, threads take
// their rows back through the gates, and then, each a part of the weights, add up what these steps
// give to the weights' gradients. All sums run in an order that follows from the shapes.
#include "kernels/cpu/recurrent/lstm_grad_rows.h"
#include "kernels/declared/lstm.h"

namespace pelton::cpu {
namespace {

template <class S>
class LstmGrad {
  using T = Compute<S>;

 public:
  explicit LstmGrad(const KernelContext& context)
      : call_(context), sums_(context.workspace(sum_bytes())) {
    std::fill_n(sums_.template as<T>(), call_.weight_rows * call_.plan.blocks.gates(), T{});
  }

  void run() const {
    const LstmPlan& plan = call_.plan;
    for (int64_t end = plan.sizes.time; end > 0; end -= std::min(end, call_.most_steps)) {
      const int64_t begin = end - std::min(end, call_.most_steps);
      plan.for_row_groups([&](int64_t first, int64_t last) {
        LstmGradRows<S>(call_, first, last).run(begin, end);
      });
      add_weights((end - begin) * plan.sizes.batch);
    }
    unpack_gates(call_.context.out(1).template as<S>(), sums_.template as<const T>(),
                 call_.weight_rows, plan.blocks);
    write_state(call_.dh(0), call_.context.out(2));
    write_state(call_.dc(0), call_.context.out(3));
  }

 private:
  size_t sum_bytes() const {
    return static_cast<size_t>(call_.weight_rows * call_.plan.blocks.gates()) * sizeof(T);
  }

  // Adds the products of inputs and gradients of gates, of `depth` rows.
  void add_weights(int64_t depth) const {
    const LstmPlan& plan = call_.plan;
    const int64_t width = plan.blocks.width(), pieces = ceil_div(call_.weight_rows, kLstmRows);
    const RowOffsets inputs(1), sums(width);
    share_out(plan.is_parallel(), pieces * plan.blocks.count(), 1, [&](int64_t i) {
      const FlushDenormals flush;
      const int64_t block = i / pieces, piece = i % pieces;
      const int64_t first = piece_begin(call_.weight_rows, pieces, piece);
      multiply_blocks(call_.gemm,
                      {.rows = piece_begin(call_.weight_rows, pieces, piece + 1) - first,
                       .cols = width,
                       .a = call_.inputs(0) + first,
                       .a_rows = inputs.at,
                       .a_blocks = &kNoOffset,
                       .a_step = call_.inputs_step,
                       .b = call_.dz(block, 0),
                       .b_blocks = &kNoOffset,
                       .b_step = width,
                       .blocks = 1,
                       .depth = depth,
                       .c = sums_.template as<T>() + (block * call_.weight_rows + first) * width,
                       .c_rows = sums.at,
                       .accumulate = true});
    });
  }

  void write_state(const T* from, const TensorView& to) const {
    const LstmPlan& plan = call_.plan;
    if (to.rank() == 1) return;
    call_.pack.narrow(to.as<S>(), plan.sizes.units, from, plan.state_step, plan.sizes.batch,
                      plan.sizes.units);
  }

  const LstmGradCall<S> call_;
  const Workspace sums_;  // [block][row of the weights][gates of the block]
};

}  // namespace

void lstm_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() { LstmGrad<S>(context).run(); });
}

}  // namespace pelton::cpu
