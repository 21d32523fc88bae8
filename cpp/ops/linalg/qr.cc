// Owns qr: definition, shapes and gradient.
#include "kernels/declared/linalg.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/linalg/matrix_parts.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_qr(InferContext& c) {
  check_matrices(c, 0, "input");
  const int64_t m = size_from_end(c.in(0), 1), n = size_from_end(c.in(0), 0);
  const bool is_full = c.attrs<FactorAttrs>().full_matrices;
  const int64_t kept = is_full ? m : is_known(m) && is_known(n) ? std::min(m, n) : kUnknown;
  Shape q = batch_of(c.shape(0)), r = q;
  q.push_back(m);
  q.push_back(kept);
  r.push_back(kept);
  r.push_back(n);
  c.add_output(c.dtype(0), q);
  c.add_output(c.dtype(0), r);
}

// Columns [begin, end) of matrices.
Tensor columns_between(const Tensor& x, int64_t begin, int64_t end) {
  Axes first(static_cast<size_t>(x.rank()), 0);
  Shape size = x.shape();
  first.back() = begin;
  size.back() = end - begin;
  return strided_slice(x, {.begin = first, .size = size});
}

// Of q [m, n] and r [n, n], m >= n.
Tensor grad_of_tall(const Tensor& q, const Tensor& r, const Tensor& of_q, const Tensor& of_r) {
  const Tensor along = matmul(adjoint(q), of_q), upper = matmul(of_r, adjoint(r));
  const Tensor apart = subtract(along, upper), turn = subtract(apart, adjoint(apart));
  const Tensor inner =
      add(add(upper, below_part(turn)), multiply(scalar_like(0.5, q), diagonal_part(turn)));
  const Tensor rest = add(of_q, matmul(q, subtract(inner, along)));
  return adjoint(triangular_solve(r, adjoint(rest), {.lower = false}));
}

void qr_grad(GradContext& c) {
  const Tensor &q = c.out(0), &r = c.out(1);
  const int64_t m = size_from_end(q, 1), n = size_from_end(r, 0);
  check(is_known(m) && is_known(n), Code::unimplemented,
        "the gradient needs to know rows and columns, got shape ", c.in(0).shape());
  check(m <= n || !c.attrs<FactorAttrs>().full_matrices, Code::unimplemented,
        "there is no gradient with full_matrices of more rows than columns, got shape ",
        c.in(0).shape());
  const Tensor of_q = grad_or_zeros(c, 0), of_r = grad_or_zeros(c, 1);
  if (m >= n) {
    c.set(0, grad_of_tall(q, r, of_q, of_r));
    return;
  }
  const Tensor right = columns_between(c.in(0), m, n), of_right = columns_between(of_r, m, n);
  const Tensor more = add(of_q, matmul(right, adjoint(of_right)));
  const Tensor left = grad_of_tall(q, columns_between(r, 0, m), more, columns_between(of_r, 0, m));
  c.set(0, concat({left, matmul(q, of_right)}, {.axis = -1}));
}

constinit const OpDef qr_op{.name = "qr",
                            .tf_name = "Qr",
                            .inputs = {"input"},
                            .outputs = 2,
                            .attrs = &attrs_of<FactorAttrs>,
                            .dtypes = kMatrixTypes,
                            .keep = Keep::both,
                            .infer = infer_qr,
                            .grad = qr_grad,
                            .kernels = {.cpu = PELTON_CPU(qr)}};

constexpr const OpDef* kQrOps[] = {&qr_op};
const OpFamily qr_ops(kQrOps);

}  // namespace
}  // namespace pelton
