// Owns the CUDA kernel of the matrix product with bias and activation, done by a library where it
// can, else by the tiles of matmul, which apply both to each sum.
#include "kernels/common/attrs/fused_matmul_attrs.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/gemm/bias.h"
#include "kernels/cuda/gemm/matmul.h"
#include "kernels/cuda/gemm/tiled_product.h"
#include "kernels/cuda/libraries/product.h"

namespace pelton::cuda {
namespace {

struct BiasedProduct {
  int64_t m, n, k, batch;
  Operand a, b;
  const void* bias;
  bool relu;
  void* out;

  template <class T>
  PELTON_HD T at_a(int64_t, int64_t row, int64_t depth) const {
    return static_cast<const T*>(a.data)[row * a.row_step + depth * a.column_step];
  }
  template <class T>
  PELTON_HD T at_b(int64_t, int64_t depth, int64_t column) const {
    return static_cast<const T*>(b.data)[depth * b.row_step + column * b.column_step];
  }
  // Both are row-major: runs as fragment_tile.h wants them.
  template <class T>
  PELTON_HD const T* run_a(int64_t, int64_t row, int64_t depth) const {
    return static_cast<const T*>(a.data) + row * a.row_step + depth;
  }
  template <class T>
  PELTON_HD const T* run_b(int64_t, int64_t depth, int64_t column) const {
    return static_cast<const T*>(b.data) + depth * b.row_step + column;
  }
  template <class T>
  PELTON_HD void store(int64_t, int64_t row, int64_t column, compute_t<T> value) const {
    const compute_t<T> shift(static_cast<const T*>(bias)[column]);
    static_cast<T*>(out)[row * n + column] = T(biased(value, shift, relu));
  }
};

// A library that does not know the bias is only asked for sums that it does not round, for they
// are finished by a kernel of ours.
template <class T>
bool multiply_by_library(const KernelContext& context, const BiasedProduct& p) {
  if (library_product == nullptr) return false;
  Product product{p.m, p.n, p.k, 1, p.a, p.b, p.out, context.out(0).dtype, p.bias, p.relu};
  if (library_product(context, product)) return true;
  product.bias = nullptr;
  product.relu = false;
  if (!std::is_same_v<T, compute_t<T>> || !library_product(context, product)) return false;
  launch_bias<T>(context, p.m * p.n, p.n, p.bias, p.relu, p.out);
  return true;
}

}  // namespace

void fused_matmul(const KernelContext& context) {
  const TensorView &a = context.in(0), &b = context.in(1), &bias = context.in(2);
  if (context.out(0).size == 0) return;
  const bool relu = context.attrs<FusedMatmulAttrs>().activation == FusedActivation::relu;
  const TensorView& out = context.out(0);
  const int64_t k = b.dim(0), n = b.dim(1);
  const BiasedProduct p{out.size / n,      n,         k,    1,       {a.data, k, 1, 0},
                        {b.data, n, 1, 0}, bias.data, relu, out.data};
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() {
    if (!multiply_by_library<T>(context, p)) launch_product<T>(context, p);
  });
}

}  // namespace pelton::cuda
