// Owns the gradient of the GRU: some steps at a time, from the last to the first, threads take
// their rows back through the gates, and then, each a part of the weights, add up what these steps
// give to the weights' gradients. All sums run in an order that follows from the shapes.
#include "kernels/cpu/recurrent/gru_grad_rows.h"
#include "kernels/cpu/recurrent/weight_sums.h"
#include "kernels/declared/gru.h"

namespace pelton::cpu {
namespace {

template <class S>
void run_gru_grad(const KernelContext& context) {
  const GruGradCall<S> call(context);
  const RecurrentPlan& plan = call.plan;
  const WeightSums<S> sums(context, plan, call.weight_rows);
  for (int64_t end = plan.sizes.time; end > 0; end -= std::min(end, call.most_steps)) {
    const int64_t begin = end - std::min(end, call.most_steps);
    plan.for_row_groups(
        [&](int64_t first, int64_t last) { GruGradRows<S>(call, first, last).run(begin, end); });
    sums.add(call.gemm, (end - begin) * plan.sizes.batch, call.inputs(0), call.inputs_step,
             call.dgates(0), call.block_step());
  }
  sums.write(context.out(1).as<S>());
  if (context.out(2).rank() > 1)
    call.pack.narrow(context.out(2).as<S>(), plan.sizes.units, call.dh(0), plan.state_step,
                     plan.sizes.batch, plan.sizes.units);
}

}  // namespace

void gru_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() { run_gru_grad<S>(context); });
}

}  // namespace pelton::cpu
