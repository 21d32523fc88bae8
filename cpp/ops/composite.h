// Owns what is shared by gradients and functions that are made of ops: sums of gradients, batches
// as matrices.
#pragma once
#include <utility>

#include "core/tensor.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {

// Adds `term` to `sum`, which is undefined before the first.
inline void accumulate(Tensor& sum, Tensor term) {
  sum = sum.defined() ? add(sum, term) : std::move(term);
}

// x, of rank 2 or more, with all axes but the last as rows.
inline Tensor as_matrix(const Tensor& x) {
  if (x.rank() == 2) return x;
  const Shape& shape = x.shape();
  return reshape(
      x, {.shape = {count_or_unknown(Shape(shape.begin(), shape.end() - 1)), shape.back()}});
}

}  // namespace pelton
