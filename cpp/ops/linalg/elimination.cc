// Owns what Gauss's elimination gives: matrix_solve, matrix_inverse, det, slogdet and lu.
#include "kernels/declared/linalg.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/linalg/linalg.h"
#include "ops/linalg/matrix_parts.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void solve_grad(GradContext& c) {
  const bool is_adjoint = c.attrs<MatrixSolveAttrs>().adjoint;
  const Tensor of_rhs = matrix_solve(c.in(0), c.grad(), {.adjoint = !is_adjoint});
  if (c.needs(1)) c.set(1, of_rhs);
  if (!c.needs(0)) return;
  const Tensor& x = c.out(0);
  c.set(0, negative(is_adjoint ? matmul(x, adjoint(of_rhs)) : matmul(of_rhs, adjoint(x))));
}

void infer_inverse(InferContext& c) {
  check_square(c, 0, "input");
  add_square_output(c);
}

void inverse_grad(GradContext& c) {
  const Tensor& inverse = c.out(0);
  if (c.attrs<MatrixSolveAttrs>().adjoint) {
    c.set(0, negative(matmul(matmul(inverse, adjoint(c.grad())), inverse)));
    return;
  }
  const Tensor turned = adjoint(inverse);
  c.set(0, negative(matmul(matmul(turned, c.grad()), turned)));
}

void infer_det(InferContext& c) {
  check_square(c, 0, "input");
  c.add_output(c.dtype(0), batch_of(c.shape(0)));
}

// [...] as [..., 1, 1].
Tensor as_matrices(const Tensor& x) {
  return expand_dims(expand_dims(x, {.axis = -1}), {.axis = -1});
}

void det_grad(GradContext& c) {
  const Tensor factor = as_matrices(multiply(c.grad(), conj(c.out(0))));
  c.set(0, multiply(factor, matrix_inverse(c.in(0), {.adjoint = true})));
}

void infer_slogdet(InferContext& c) {
  infer_det(c);
  c.add_output(real_dtype(c.dtype(0)), batch_of(c.shape(0)));
}

// The sign passes no gradient.
void slogdet_grad(GradContext& c) {
  if (!c.grad(1).defined()) return;
  const Tensor factor = as_matrices(cast(c.grad(1), c.in(0).dtype()));
  c.set(0, multiply(factor, matrix_inverse(c.in(0), {.adjoint = true})));
}

void infer_lu(InferContext& c) {
  const DType type = c.attrs<LuAttrs>().output_idx_type;
  check(kIndex.contains(type), "output_idx_type must be int32 or int64, got ", type);
  check_square(c, 0, "input");
  add_square_output(c);
  c.add_output(type, batch_of(c.shape(0), 1));
}

// Of L and U in one matrix, where the permutation's rows of the input are L U.
void lu_grad(GradContext& c) {
  if (!c.grad().defined()) return;
  const Tensor &both = c.out(0), &grad = c.grad();
  const Tensor lower = with_unit_diagonal(lower_part(both)), upper = upper_part(both);
  const Tensor inner = add(below_part(matmul(adjoint(lower), below_part(grad))),
                           upper_part(matmul(upper_part(grad), adjoint(upper))));
  const Tensor left = triangular_solve(lower, inner, {.adjoint = true});
  const Tensor rows = adjoint(triangular_solve(upper, adjoint(left), {.lower = false}));
  const Tensor order = one_hot(c.out(1), {.depth = size_from_end(both, 0), .dtype = both.dtype()});
  c.set(0, matmul(order, rows, {.transpose_a = true}));
}

constinit const OpDef matrix_solve_op{.name = "matrix_solve",
                                      .tf_name = "MatrixSolve",
                                      .inputs = {"matrix", "rhs"},
                                      .attrs = &attrs_of<MatrixSolveAttrs>,
                                      .dtypes = kMatrixTypes,
                                      .keep = Keep::both,
                                      .infer = infer_system,
                                      .grad = solve_grad,
                                      .kernels = {.cpu = PELTON_CPU(matrix_solve)}};
constinit const OpDef matrix_inverse_op{.name = "matrix_inverse",
                                        .tf_name = "MatrixInverse",
                                        .inputs = {"input"},
                                        .attrs = &attrs_of<MatrixSolveAttrs>,
                                        .dtypes = kMatrixTypes,
                                        .keep = Keep::outputs,
                                        .infer = infer_inverse,
                                        .grad = inverse_grad,
                                        .kernels = {.cpu = PELTON_CPU(matrix_inverse)}};
constinit const OpDef det_op{.name = "det",
                             .tf_name = "MatrixDeterminant",
                             .inputs = {"input"},
                             .dtypes = kMatrixTypes,
                             .keep = Keep::both,
                             .infer = infer_det,
                             .grad = det_grad,
                             .kernels = {.cpu = PELTON_CPU(det)}};
constinit const OpDef slogdet_op{.name = "slogdet",
                                 .tf_name = "LogMatrixDeterminant",
                                 .inputs = {"input"},
                                 .outputs = 2,
                                 .dtypes = kMatrixTypes,
                                 .keep = Keep::inputs,
                                 .infer = infer_slogdet,
                                 .grad = slogdet_grad,
                                 .kernels = {.cpu = PELTON_CPU(slogdet)}};
constinit const OpDef lu_op{.name = "lu",
                            .tf_name = "Lu",
                            .inputs = {"input"},
                            .outputs = 2,
                            .attrs = &attrs_of<LuAttrs>,
                            .dtypes = kMatrixTypes,
                            .keep = Keep::outputs,
                            .infer = infer_lu,
                            .grad = lu_grad,
                            .kernels = {.cpu = PELTON_CPU(lu)}};

constexpr const OpDef* kEliminationOps[] = {&matrix_solve_op, &matrix_inverse_op, &det_op,
                                            &slogdet_op, &lu_op};
const OpFamily elimination_ops(kEliminationOps);

}  // namespace

Tensor matrix_solve(const Tensor& matrix, const Tensor& rhs, const MatrixSolveAttrs& attrs) {
  return call(matrix_solve_op, {matrix, rhs}, attrs);
}
Tensor matrix_inverse(const Tensor& input, const MatrixSolveAttrs& attrs) {
  return call(matrix_inverse_op, {input}, attrs);
}

}  // namespace pelton
