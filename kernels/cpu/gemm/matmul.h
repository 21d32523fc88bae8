// Owns the interface between the kernels of matmul and the product of two matrices, and those
// kernels' declarations. Must not know ops.
#pragma once
#include "kernels/cpu/gemm/pack.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// out[m x n] (row-major, dense) = a[m x k] * b[k x n], of floating types with a bias of n elements
// and relu where they are given: then each element is rounded once, behind them.
template <class T>
struct MatrixProduct {
  int64_t m, n, k;
  Matrix<const T> a, b;
  T* out;
  const Compute<T>* bias = nullptr;
  bool relu = false;  // only with a bias
};

// Forms the product with the micro-kernels; T is Half, BFloat16, float or double. The 16-bit types
// are summed in float and rounded once. Each element sums over k in one order that depends on the
// shapes and the instruction set only, so the bits are the same for any number of threads.
template <class T>
void multiply_blocked(const MatrixProduct<T>& product, const KernelContext& context);

// Forms the product by plain loops, for integers (which wrap around) and complex numbers.
template <class T>
void multiply_plain(const MatrixProduct<T>& product);

// in(0) (..., m, k) times in(1) (..., k, n), either transposed as MatmulAttrs says and of any
// strides; the leading axes broadcast.
void matmul(const KernelContext& context);

// out(0) = in(0) (..., k) times in(1) (k, n) plus in(2) (n), behind the activation of
// FusedMatmulAttrs; all row-major. The sums are matmul's.
void fused_matmul(const KernelContext& context);

}  // namespace pelton::cpu
