// Owns the product of matrices of two dtypes: done by a library where they are one that it sums
// in, else by the tiles of matmul.
#include "kernels/cuda/gemm/mixed_matmul.h"

#include "kernels/cuda/gemm/tiled_product.h"
#include "kernels/cuda/libraries/product.h"

namespace pelton::cuda {
namespace {

template <class A, class B, class Out>
struct MixedProduct {
  int64_t m, n, k, batch;
  Strided<A> a;
  Strided<B> b;
  Out* out;

  template <class C>
  PELTON_HD C at_a(int64_t, int64_t row, int64_t depth) const {
    return C(a.data[row * a.row_step + depth * a.column_step]);
  }
  template <class C>
  PELTON_HD C at_b(int64_t, int64_t depth, int64_t column) const {
    return C(b.data[depth * b.row_step + column * b.column_step]);
  }
  template <class C>
  PELTON_HD void store(int64_t, int64_t row, int64_t column, C value) const {
    out[row * n + column] = Out(value);
  }
};

}  // namespace

template <class A, class B, class Out>
void multiply_mixed(const KernelContext& context, int64_t m, int64_t n, int64_t k,
                    const Strided<A>& a, const Strided<B>& b, Out* out) {
  if (m == 0 || n == 0) return;
  if constexpr (std::is_same_v<A, B> && std::is_same_v<A, Out> && std::is_same_v<A, compute_t<A>>) {
    const Product product{m,
                          n,
                          k,
                          1,
                          {a.data, a.row_step, a.column_step, 0},
                          {b.data, b.row_step, b.column_step, 0},
                          out,
                          dtype_of<A>};
    if (library_product != nullptr && k > 0 && library_product(context, product)) return;
  }
  launch_product<compute_t<A>>(context, MixedProduct<A, B, Out>{m, n, k, 1, a, b, out});
}

template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<float>&, float*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t,
                             const Strided<double>&, const Strided<double>&, double*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<Half>&,
                             const Strided<Half>&, float*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<Half>&, float*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<Half>&, Half*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<Half>&,
                             const Strided<float>&, Half*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<float>&, Half*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t,
                             const Strided<BFloat16>&, const Strided<BFloat16>&, float*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<BFloat16>&, float*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<BFloat16>&, BFloat16*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t,
                             const Strided<BFloat16>&, const Strided<float>&, BFloat16*);
template void multiply_mixed(const KernelContext&, int64_t, int64_t, int64_t, const Strided<float>&,
                             const Strided<float>&, BFloat16*);

}  // namespace pelton::cuda
