// Owns cholesky and triangular_solve: definitions, shapes and gradients.
#include "kernels/declared/linalg.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/linalg/linalg.h"
#include "ops/linalg/matrix_parts.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_cholesky(InferContext& c) {
  check_square(c, 0, "input");
  add_square_output(c);
}

// input = L L'; the gradient is symmetric, though the lower triangle alone is read.
void cholesky_grad(GradContext& c) {
  const Tensor& factor = c.out(0);
  const Tensor inner = lower_part(matmul(adjoint(factor), c.grad()));
  const Tensor half = scalar_like(0.5, factor);
  const Tensor middle = subtract(inner, multiply(half, diagonal_part(inner)));
  const Tensor left = triangular_solve(factor, middle, {.adjoint = true});
  const Tensor whole = triangular_solve(factor, adjoint(left), {.adjoint = true});
  c.set(0, multiply(half, add(whole, adjoint(whole))));
}

void triangular_solve_grad(GradContext& c) {
  const auto& [lower, adjoint_matrix] = c.attrs<TriangularSolveAttrs>();
  const Tensor of_rhs =
      triangular_solve(c.in(0), c.grad(), {.lower = lower, .adjoint = !adjoint_matrix});
  if (c.needs(1)) c.set(1, of_rhs);
  if (!c.needs(0)) return;
  const Tensor& x = c.out(0);
  const Tensor whole = adjoint_matrix ? matmul(x, adjoint(of_rhs)) : matmul(of_rhs, adjoint(x));
  c.set(0, negative(lower ? lower_part(whole) : upper_part(whole)));
}

constinit const OpDef cholesky_op{.name = "cholesky",
                                  .tf_name = "Cholesky",
                                  .inputs = {"input"},
                                  .dtypes = kMatrixTypes,
                                  .keep = Keep::outputs,
                                  .infer = infer_cholesky,
                                  .grad = cholesky_grad,
                                  .kernels = {.cpu = PELTON_CPU(cholesky)}};
constinit const OpDef triangular_solve_op{.name = "triangular_solve",
                                          .tf_name = "MatrixTriangularSolve",
                                          .inputs = {"matrix", "rhs"},
                                          .attrs = &attrs_of<TriangularSolveAttrs>,
                                          .dtypes = kMatrixTypes,
                                          .keep = Keep::both,
                                          .infer = infer_system,
                                          .grad = triangular_solve_grad,
                                          .kernels = {.cpu = PELTON_CPU(triangular_solve)}};

constexpr const OpDef* kTriangularOps[] = {&cholesky_op, &triangular_solve_op};
const OpFamily triangular_ops(kTriangularOps);

}  // namespace

Tensor triangular_solve(const Tensor& matrix, const Tensor& rhs,
                        const TriangularSolveAttrs& attrs) {
  return call(triangular_solve_op, {matrix, rhs}, attrs);
}

}  // namespace pelton
