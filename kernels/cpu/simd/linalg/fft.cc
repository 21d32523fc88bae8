// Owns the kernel of fft, built once per instruction set.
#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/fourier/fft_rows.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {

void fft(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (in.size == 0) return;
  const int64_t n = in.dim(static_cast<size_t>(in.rank()) - 1);
  visit(ComplexTypes{}, in.dtype, [&]<class T>() {
    using R = typename T::value_type;
    const auto plan = plan_of<FftPlan<R>>(n, context.attrs<FftAttrs>().inverse);
    const auto transform = [&]<int64_t Rows>(int64_t row, R* space) {
      const Planes<R> planes{space, space + n * Rows};
      read_rows<Rows>(in.as<const R>() + 2 * row * n, 2 * n, planes, n);
      plan->transform(planes, space + 2 * n * Rows, Rows);
      write_rows<Rows>(planes, out.as<R>() + 2 * row * n, 2 * n, n);
    };
    for_row_groups<R>(*plan, in.size / n, transform);
  });
}

}  // namespace pelton::cpu::PELTON_ISA
