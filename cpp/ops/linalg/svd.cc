// Owns svd: definition, shapes and gradient.
#include "kernels/declared/linalg.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/linalg/matrix_parts.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_svd(InferContext& c) {
  check_matrices(c, 0, "input");
  const int64_t m = size_from_end(c.in(0), 1), n = size_from_end(c.in(0), 0);
  const int64_t least = is_known(m) && is_known(n) ? std::min(m, n) : kUnknown;
  const bool is_full = c.attrs<FactorAttrs>().full_matrices;
  Shape values = batch_of(c.shape(0)), left = values, right = values;
  values.push_back(least);
  left.push_back(m);
  left.push_back(is_full ? m : least);
  right.push_back(n);
  right.push_back(is_full ? n : least);
  c.add_output(real_dtype(c.dtype(0)), values);
  c.add_output(c.dtype(0), left);
  c.add_output(c.dtype(0), right);
}

// The first columns of matrices, as many as there are values.
Tensor first_columns(const Tensor& x, const Tensor& values) {
  Shape size = x.shape();
  size.back() = values.shape().back();
  return strided_slice(x, {.begin = Axes(size.size(), 0), .size = size});
}

// What a gradient of vectors [m, k] turns them by, over the gaps of the squared values.
Tensor turned_vectors(const Tensor& vectors, const Tensor& grad, const Tensor& gaps) {
  const Tensor along = matmul(adjoint(vectors), grad);
  return multiply(gaps, subtract(along, adjoint(along)));
}

// The part of a gradient that is orthogonal to all vectors.
Tensor part_across(const Tensor& vectors, const Tensor& grad) {
  return subtract(grad, matmul(vectors, matmul(adjoint(vectors), grad)));
}

Tensor grad_of_vectors(const GradContext& c) {
  const Tensor &values = c.out(0), &left = c.out(1), &right = c.out(2);
  const Tensor of_left = grad_or_zeros(c, 1), of_right = grad_or_zeros(c, 2);
  const Tensor gaps = inverse_gaps(square(values));
  const Tensor along_columns = expand_dims(values, {.axis = -2});
  const Tensor along_rows = expand_dims(values, {.axis = -1});
  const Tensor inner = add(multiply(turned_vectors(left, of_left, gaps), along_columns),
                           multiply(turned_vectors(right, of_right, gaps), along_rows));
  const Tensor inverse = divide_no_nan(scalar_like(1, values), along_columns);
  const Tensor outer_left = multiply(part_across(left, of_left), inverse);
  const Tensor outer_right = multiply(part_across(right, of_right), inverse);
  return add(matmul(add(matmul(left, inner), outer_left), adjoint(right)),
             matmul(left, adjoint(outer_right)));
}

void svd_grad(GradContext& c) {
  const Tensor& values = c.out(0);
  check(!is_complex(c.in(0).dtype()), Code::unimplemented,
        "there is no gradient of complex matrices, got ", c.in(0).dtype());
  Tensor total;
  if (c.grad(0).defined()) {
    const Tensor left = first_columns(c.out(1), values), right = first_columns(c.out(2), values);
    total = matmul(multiply(left, expand_dims(c.grad(0), {.axis = -2})), adjoint(right));
  }
  if (c.grad(1).defined() || c.grad(2).defined()) {
    check(!c.attrs<FactorAttrs>().full_matrices ||
              may_equal(size_from_end(c.in(0), 0), size_from_end(c.in(0), 1)),
          Code::unimplemented, "there is no gradient of the vectors with full_matrices, got shape ",
          c.in(0).shape());
    const Tensor more = grad_of_vectors(c);
    total = total.defined() ? add(total, more) : more;
  }
  if (total.defined()) c.set(0, total);
}

constinit const OpDef svd_op{.name = "svd",
                             .tf_name = "Svd",
                             .inputs = {"input"},
                             .outputs = 3,
                             .attrs = &attrs_of<FactorAttrs>,
                             .dtypes = kMatrixTypes,
                             .keep = Keep::outputs,
                             .infer = infer_svd,
                             .grad = svd_grad,
                             .kernels = {.cpu = PELTON_CPU(svd)}};

constexpr const OpDef* kSvdOps[] = {&svd_op};
const OpFamily svd_ops(kSvdOps);

}  // namespace
}  // namespace pelton
