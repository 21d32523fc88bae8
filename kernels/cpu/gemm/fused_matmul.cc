// Owns the kernel of the matrix product with bias and activation, which are applied to each piece
// of the product while it is in the cache.
#include <type_traits>

#include "kernels/common/attrs/fused_matmul_attrs.h"
#include "kernels/cpu/gemm/matmul.h"

namespace pelton::cpu {
namespace {

template <class S>
void multiply(const KernelContext& context) {
  using T = Compute<S>;
  const TensorView &a = context.in(0), &b = context.in(1), &bias = context.in(2);
  const int64_t k = b.dim(0), n = b.dim(1);
  MatrixProduct<S> p{};
  p.m = context.out(0).size / n, p.n = n, p.k = k;
  p.a = {a.as<const S>(), k, 1};
  p.b = {b.as<const S>(), n, 1};
  p.out = context.out(0).as<S>();
  p.relu = context.attrs<FusedMatmulAttrs>().activation == FusedActivation::relu;
  if constexpr (std::is_same_v<S, T>) {
    p.bias = bias.as<const T>();
    multiply_blocked(p, context);
  } else {
    const Workspace wide = context.workspace(static_cast<size_t>(n) * sizeof(T));
    pack_table<S>(active_isa()).widen(wide.as<T>(), n, {bias.as<const S>(), n, 1}, 1, n);
    p.bias = wide.as<T>();
    multiply_blocked(p, context);
  }
}

}  // namespace

void fused_matmul(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class S>() { multiply<S>(context); });
}

}  // namespace pelton::cpu
