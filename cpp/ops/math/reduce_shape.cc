#include "ops/math/reduce_shape.h"

#include "kernels/common/axes.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {
namespace {

// Rows [begin, begin + count) of a matrix.
Tensor rows_of(const Tensor& x, int64_t begin, int64_t count) {
  return strided_slice(x, {.begin = {begin, 0}, .size = {count, x.shape()[1]}, .strides = {1, 1}});
}

// out[i] = product of the rows before i, or with `after`, of those behind it: log2(n) rounds that
// multiply each row with the one `step` away.
Tensor exclusive_products(const Tensor& x, bool after) {
  const int64_t n = x.shape()[0], columns = x.shape()[1];
  const auto shifted = [&](const Tensor& y, int64_t by) {
    const Tensor pad = ones({by, columns}, x.dtype());
    return after ? concat({rows_of(y, by, n - by), pad}, {.axis = 0})
                 : concat({pad, rows_of(y, 0, n - by)}, {.axis = 0});
  };
  Tensor products = shifted(x, 1);
  for (int64_t step = 1; step < n; step *= 2)
    products = multiply(products, shifted(products, step));
  return products;
}

}  // namespace

Shape reduced_shape(const Shape& shape, const ReduceAttrs& attrs) {
  if (!attrs.axis) return attrs.keepdims ? Shape(shape.size(), 1) : Shape();
  const AxisMask reduced = reduced_axes(static_cast<int64_t>(shape.size()), attrs.axis);
  Shape out;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!reduced[i])
      out.push_back(shape[i]);
    else if (attrs.keepdims)
      out.push_back(1);
  }
  return out;
}

void prod_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const auto& attrs = c.attrs<ReduceAttrs>();
  const AxisMask reduced = reduced_axes(x.rank(), attrs.axis);
  const Tensor grad = reshape(c.grad(), {.shape = reduced_shape(x.shape(), {attrs.axis, true})});
  if (x.size() == 0) return c.set(0, multiply(x, grad));
  Axes perm, inverse(reduced.size()), moved;
  int64_t n = 1;
  for (bool wanted : {true, false})
    for (size_t i = 0; i < reduced.size(); ++i) {
      if (reduced[i] != wanted) continue;
      inverse[i] = static_cast<int64_t>(perm.size());
      perm.push_back(static_cast<int64_t>(i));
      moved.push_back(x.shape()[i]);
      check(!wanted || is_known(x.shape()[i]), Code::unimplemented,
            "the gradient of a product needs the sizes that it is taken over, got shape ",
            x.shape());
      if (wanted) n *= x.shape()[i];
    }
  const int64_t columns = x.size() == kUnknown ? kUnknown : x.size() / n;  // or what is left
  const Tensor rows = reshape(transpose(x, {perm}), {.shape = {n, columns}});
  const Tensor others = multiply(exclusive_products(rows, false), exclusive_products(rows, true));
  const Tensor back = transpose(reshape(others, {.shape = moved}), {inverse});
  c.set(0, multiply(conj(back), grad));
}

}  // namespace pelton
