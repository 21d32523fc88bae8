// Owns the gradient of the LSTM: some steps at a time, from the last to the first, threads take
// their rows back through the gates, and then, each a part of the weights, add up what these steps
// give to the weights' gradients. All sums run in an order that follows from the shapes.
#include "kernels/cpu/recurrent/lstm_grad_rows.h"
#include "kernels/cpu/recurrent/weight_sums.h"
#include "kernels/declared/lstm.h"

namespace pelton::cpu {
namespace {

template <class S>
class LstmGrad {
  using T = Compute<S>;

 public:
  explicit LstmGrad(const KernelContext& context)
      : call_(context), sums_(context, call_.plan, call_.weight_rows) {}

  void run() const {
    const RecurrentPlan& plan = call_.plan;
    for (int64_t end = plan.sizes.time; end > 0; end -= std::min(end, call_.most_steps)) {
      const int64_t begin = end - std::min(end, call_.most_steps);
      plan.for_row_groups([&](int64_t first, int64_t last) {
        LstmGradRows<S>(call_, first, last).run(begin, end);
      });
      sums_.add(call_.gemm, (end - begin) * plan.sizes.batch, call_.inputs(0), call_.inputs_step,
                call_.dz(0, 0), call_.block_step());
    }
    sums_.write(call_.context.out(1).template as<S>());
    write_state(call_.dh(0), call_.context.out(2));
    write_state(call_.dc(0), call_.context.out(3));
  }

 private:
  void write_state(const T* from, const TensorView& to) const {
    const RecurrentPlan& plan = call_.plan;
    if (to.rank() == 1) return;
    call_.pack.narrow(to.as<S>(), plan.sizes.units, from, plan.state_step, plan.sizes.batch,
                      plan.sizes.units);
  }

  const LstmGradCall<S> call_;
  const WeightSums<S> sums_;
};

}  // namespace

void lstm_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() { LstmGrad<S>(context).run(); });
}

}  // namespace pelton::cpu
