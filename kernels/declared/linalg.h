// Declares the kernels that factor matrices [..., n, n] and solve systems, in float32, float64 and
// their complex numbers, and that of the Fourier transform.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// The lower factor, from the lower triangle; NaN where a matrix is not positive definite.
void cholesky(const KernelContext& context);
void triangular_solve(const KernelContext& context);  // TriangularSolveAttrs; in: matrix, rhs
void matrix_solve(const KernelContext& context);      // MatrixSolveAttrs; in: matrix, rhs
void matrix_inverse(const KernelContext& context);    // MatrixSolveAttrs
void lu(const KernelContext& context);                // LuAttrs; both factors, permutation
void slogdet(const KernelContext& context);           // sign, logarithm of the absolute value
void det(const KernelContext& context);
void qr(const KernelContext& context);    // FactorAttrs; q, r
void eigh(const KernelContext& context);  // rising eigenvalues, vectors in columns
void svd(const KernelContext& context);   // FactorAttrs; falling values, u, v
void eig(const KernelContext& context);   // of complex numbers: values, vectors
void fft(const KernelContext& context);   // FftAttrs; along the last axis

}  // namespace pelton::cpu
