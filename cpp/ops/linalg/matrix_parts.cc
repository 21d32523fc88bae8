// Owns the parts of matrices that gradients are made of.
#include "ops/linalg/matrix_parts.h"

#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"

namespace pelton {
namespace {

// 0, 1, ... along the last axis but `i`, as many as there are.
Tensor places_along(const Tensor& x, size_t i) {
  const Tensor along = iota(size_from_end(x, i), DType::int64);
  return i == 0 ? along : expand_dims(along, {.axis = 1});
}

Tensor where_else_zero(const Tensor& mask, const Tensor& x) {
  return where(mask, x, zeros_like(x));
}

}  // namespace

void check_matrices(const InferContext& c, size_t i, const char* argument) {
  check(c.shape(i).size() >= 2, argument, " must have rank >= 2, got ", c.shape(i).size());
}

void check_square(const InferContext& c, size_t i, const char* argument) {
  check_matrices(c, i, argument);
  check(may_equal(size_from_end(c.in(i), 0), size_from_end(c.in(i), 1)), argument,
        " must be square, got shape ", c.shape(i));
}

void add_square_output(InferContext& c) {
  Shape shape = batch_of(c.shape(0));
  const int64_t size = merge_sizes(size_from_end(c.in(0), 0), size_from_end(c.in(0), 1));
  shape.push_back(size);
  shape.push_back(size);
  c.add_output(c.dtype(0), shape);
}

Shape batch_of(const Shape& shape, size_t count) {
  return Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(count));
}

int64_t size_from_end(const Tensor& x, size_t i) { return x.shape()[x.shape().size() - 1 - i]; }

Tensor adjoint(const Tensor& x) {
  Axes perm;
  for (int64_t axis = 0; axis < x.rank(); ++axis) perm.push_back(axis);
  std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
  return conj(transpose(x, {.perm = perm}));
}

void infer_system(InferContext& c) {
  check_square(c, 0, "matrix");
  check_matrices(c, 1, "rhs");
  check(may_equal(size_from_end(c.in(0), 0), size_from_end(c.in(1), 1)),
        "matrix and rhs must have as many rows, got shapes ", c.shape(0), " and ", c.shape(1));
  check(may_equal(batch_of(c.shape(0)), batch_of(c.shape(1))),
        "matrix and rhs must have the same batch axes, got shapes ", c.shape(0), " and ",
        c.shape(1));
  Shape shape = merge_shapes(batch_of(c.shape(0)), batch_of(c.shape(1)));
  shape.push_back(size_from_end(c.in(1), 1));
  shape.push_back(size_from_end(c.in(1), 0));
  c.add_output(c.dtype(0), shape);
}

Tensor lower_part(const Tensor& x) {
  return where_else_zero(greater_equal(places_along(x, 1), places_along(x, 0)), x);
}

Tensor below_part(const Tensor& x) {
  return where_else_zero(greater(places_along(x, 1), places_along(x, 0)), x);
}

Tensor upper_part(const Tensor& x) {
  return where_else_zero(less_equal(places_along(x, 1), places_along(x, 0)), x);
}

Tensor diagonal_part(const Tensor& x) {
  return where_else_zero(equal(places_along(x, 1), places_along(x, 0)), x);
}

Tensor with_unit_diagonal(const Tensor& x) {
  return where(equal(places_along(x, 1), places_along(x, 0)), ones_like(x), x);
}

Tensor diagonal_matrix(const Tensor& diagonal) {
  const Tensor is_on =
      equal(expand_dims(places_along(diagonal, 0), {.axis = 1}), places_along(diagonal, 0));
  return where(is_on, expand_dims(diagonal, {.axis = -1}), scalar_like(0, diagonal));
}

Tensor inverse_gaps(const Tensor& values) {
  const Tensor gaps =
      subtract(expand_dims(values, {.axis = -2}), expand_dims(values, {.axis = -1}));
  return divide_no_nan(scalar_like(1, values), gaps);
}

Tensor grad_or_zeros(const GradContext& c, size_t i) {
  return c.grad(i).defined() ? c.grad(i) : zeros_like(c.out(i));
}

}  // namespace pelton
