// Owns eigh and eig: eigenvalues and eigenvectors.
#include "kernels/declared/linalg.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/linalg/linalg.h"
#include "ops/linalg/matrix_parts.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_eigen(InferContext& c) {
  check_square(c, 0, "input");
  c.add_output(c.dtype(0), batch_of(c.shape(0), 1));
  add_square_output(c);
}

// The gradient of the lower triangle, which alone is read.
void eigh_grad(GradContext& c) {
  const Tensor &values = c.out(0), &vectors = c.out(1);
  Tensor inner = diagonal_matrix(grad_or_zeros(c, 0));
  if (c.grad(1).defined())
    inner = add(inner, multiply(inverse_gaps(values), matmul(adjoint(vectors), c.grad(1))));
  const Tensor whole = matmul(matmul(vectors, inner), adjoint(vectors));
  const Tensor both = add(whole, adjoint(whole));
  const Tensor half = multiply(scalar_like(0.5, both), diagonal_part(both));
  c.set(0, add(below_part(both), half));
}

// Each vector has length 1, and its phase does not follow from the matrix.
void eig_grad(GradContext& c) {
  const Tensor &values = c.out(0), &vectors = c.out(1);
  Tensor inner = diagonal_matrix(grad_or_zeros(c, 0));
  if (c.grad(1).defined()) {
    const Tensor along = matmul(adjoint(vectors), c.grad(1));
    const Tensor lengths = cast(real(diagonal_part(along)), along.dtype());
    const Tensor across = subtract(along, matmul(matmul(adjoint(vectors), vectors), lengths));
    inner = add(inner, multiply(conj(inverse_gaps(values)), across));
  }
  const Tensor left = matrix_solve(vectors, inner, {.adjoint = true});
  c.set(0, matmul(left, adjoint(vectors)));
}

constinit const OpDef eigh_op{.name = "eigh",
                              .tf_name = "SelfAdjointEigV2",
                              .inputs = {"input"},
                              .outputs = 2,
                              .dtypes = kMatrixTypes,
                              .keep = Keep::outputs,
                              .infer = infer_eigen,
                              .grad = eigh_grad,
                              .kernels = {.cpu = PELTON_CPU(eigh)}};
constinit const OpDef eig_op{.name = "eig",
                             .tf_name = "Eig",
                             .inputs = {"input"},
                             .outputs = 2,
                             .dtypes = kComplex,
                             .keep = Keep::outputs,
                             .infer = infer_eigen,
                             .grad = eig_grad,
                             .kernels = {.cpu = PELTON_CPU(eig)}};

constexpr const OpDef* kEigenOps[] = {&eigh_op, &eig_op};
const OpFamily eigen_ops(kEigenOps);

}  // namespace
}  // namespace pelton
