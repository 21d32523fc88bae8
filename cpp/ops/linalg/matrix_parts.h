// Owns what the shape functions and gradients of matrices [..., m, n] share, made of public ops.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton {

// What the kernels of matrices take.
inline constexpr DTypeSet kMatrixTypes{DType::float32, DType::float64, DType::complex64,
                                       DType::complex128};

// Raises invalid_argument unless input `i` is a batch of matrices; `argument` names it.
void check_matrices(const InferContext& c, size_t i, const char* argument);
// And unless they are square.
void check_square(const InferContext& c, size_t i, const char* argument);
// The output of the first input's shape and dtype; of its two last sizes one may be unknown.
void add_square_output(InferContext& c);
// The shape of x in matrix x = rhs, inputs of those names. Raises unless their shapes fit.
void infer_system(InferContext& c);
// The sizes of all axes but the last `count`.
Shape batch_of(const Shape& shape, size_t count = 2);
// Rows or columns: the last but `i` axis.
int64_t size_from_end(const Tensor& x, size_t i);

Tensor adjoint(const Tensor& x);                 // transposed and conjugated
Tensor lower_part(const Tensor& x);              // with the diagonal, zeros elsewhere
Tensor below_part(const Tensor& x);              // below the diagonal
Tensor upper_part(const Tensor& x);              // with the diagonal
Tensor diagonal_part(const Tensor& x);           // on the diagonal, zeros elsewhere
Tensor with_unit_diagonal(const Tensor& x);      // ones on the diagonal of square matrices
Tensor diagonal_matrix(const Tensor& diagonal);  // [..., n] as [..., n, n]
// [..., n, n]: values[j] - values[i], inverted; 0 where they are equal.
Tensor inverse_gaps(const Tensor& values);
// The gradient that arrived for output `i`; zeros where none did.
Tensor grad_or_zeros(const GradContext& c, size_t i);

}  // namespace pelton
