// Declares products of matrices, their factors and systems of equations.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/attrs/linalg_attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

Tensor matmul(const Tensor& a, const Tensor& b, const MatmulAttrs& attrs = {});

// x with a x = b for a [..., n, n] and b [..., n, k] of the same batch.
Tensor triangular_solve(const Tensor& matrix, const Tensor& rhs,
                        const TriangularSolveAttrs& attrs = {});
Tensor matrix_solve(const Tensor& matrix, const Tensor& rhs, const MatrixSolveAttrs& attrs = {});
Tensor matrix_inverse(const Tensor& input, const MatrixSolveAttrs& attrs = {});

}  // namespace pelton
