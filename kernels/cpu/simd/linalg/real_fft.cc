// Owns the kernels of rfft and irfft, built once per instruction set.
#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/fourier/real_fft_plan.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {

void rfft(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (in.size == 0) return;
  const int64_t n = in.dim(static_cast<size_t>(in.rank()) - 1), parts = 2 * (n / 2 + 1);
  visit(Types<float, double>{}, in.dtype, [&]<class R>() {
    const auto plan = plan_of<RealFftPlan<R>>(n, false);
    for_row_groups<R>(*plan, in.size / n, [&]<int64_t Rows>(int64_t row, R* space) {
      plan->template to_spectrum<Rows>(in.as<const R>() + row * n, out.as<R>() + row * parts,
                                       space);
    });
  });
}

void irfft(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  const int64_t n = out.dim(static_cast<size_t>(out.rank()) - 1), parts = 2 * (n / 2 + 1);
  visit(Types<float, double>{}, out.dtype, [&]<class R>() {
    const auto plan = plan_of<RealFftPlan<R>>(n, true);
    for_row_groups<R>(*plan, out.size / n, [&]<int64_t Rows>(int64_t row, R* space) {
      plan->template to_numbers<Rows>(in.as<const R>() + row * parts, out.as<R>() + row * n, space);
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
