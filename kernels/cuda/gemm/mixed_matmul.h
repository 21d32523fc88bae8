// Declares the product of matrices of two dtypes, for kernels that keep some values in the type
// that they compute in.
#pragma once
#include "kernels/common/functors/functors.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

// A matrix of T; steps count elements.
template <class T>
struct Strided {
  const T* data;
  int64_t row_step, column_step;
};

// out (m, n), row-major, = a (m, k) times b (k, n). With C = compute_t<T>, of the operands' types
// and that of `out`: T, T, C; C, T, C; C, T, T; T, C, T; C, C, T; sums are of type C.
template <class A, class B, class Out>
void multiply_mixed(const KernelContext& context, int64_t m, int64_t n, int64_t k,
                    const Strided<A>& a, const Strided<B>& b, Out* out);

}  // namespace pelton::cuda
