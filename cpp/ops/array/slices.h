// Owns gradients in slices: one that was added up from rows which indices name, as that of gather
// is, keeps these beside the sum, for whoever needs what is not linear of each slice by itself, as
// TensorFlow's IndexedSlices have it.
#pragma once
#include <utility>

#include "ops/array/array.h"

namespace pelton {

// Of a gradient (rows, ...).
struct Slices {
  Tensor values;   // (n, ...)
  Tensor indices;  // (n), of the rows
};

// The sum, of `shape`, of the rows `values` (indices..., ...) at `indices`, in slices.
Tensor add_up_slices(const Tensor& values, const Tensor& indices, const Shape& shape);

bool is_in_slices(const Tensor& gradient);
// Those of a gradient that is in slices.
Slices slices_of(const Tensor& gradient);
// The sum, in slices where both are.
Tensor add_gradients(const Tensor& a, const Tensor& b);

// f, which takes elements one by one, of a gradient: where that is in slices, of each of them, and
// then in slices too.
template <class F>
Tensor map_gradient(const Tensor& gradient, F&& f) {
  if (!is_in_slices(gradient)) return f(gradient);
  const Slices slices = slices_of(gradient);
  return add_up_slices(f(slices.values), slices.indices, gradient.shape());
}

}  // namespace pelton
