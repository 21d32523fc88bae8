// Declares the kernels that factor matrices [..., n, n] and solve systems, in float32, float64 and
// their complex numbers, and those of Fourier transforms.
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

PELTON_KERNEL(fft)    // FftAttrs; along the last axis
PELTON_KERNEL(rfft)   // real numbers to the first half of their spectrum
PELTON_KERNEL(irfft)  // IrfftAttrs; and back

// The lower factor, from the lower triangle; NaN where a matrix is not positive definite.
PELTON_KERNEL(cholesky)
PELTON_KERNEL(triangular_solve)  // TriangularSolveAttrs; in: matrix, rhs
PELTON_KERNEL(matrix_solve)      // MatrixSolveAttrs; in: matrix, rhs
PELTON_KERNEL(matrix_inverse)    // MatrixSolveAttrs
PELTON_KERNEL(lu)                // LuAttrs; both factors, permutation
PELTON_KERNEL(slogdet)           // sign, logarithm of the absolute value
PELTON_KERNEL(det)
PELTON_KERNEL(qr)    // FactorAttrs; q, r
PELTON_KERNEL(eigh)  // rising eigenvalues, vectors in columns
PELTON_KERNEL(svd)   // FactorAttrs; falling values, u, v
PELTON_KERNEL(eig)   // of complex numbers: values, vectors

}  // namespace pelton::cpu
