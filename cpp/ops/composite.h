// Owns what is shared by what is composed of other ops: named(), which gives errors raised in its
// own checks the op's name and argument, sums of gradients, batches as matrices.
#pragma once
#include <utility>

#include "core/tensor.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {

// Runs f(); an Error leaves as "name: message; argument: dtype shape".
template <class F>
auto named(const char* name, const char* argument, const Tensor& value, F&& f) {
  try {
    check(value.defined(), Code::value_error, "an input has no value");
    return std::forward<F>(f)();
  } catch (const Error& error) {
    std::string message = cat(name, ": ", error.message());
    if (value.defined()) message += cat("; ", argument, ": ", value);
    throw Error(error.code(), std::move(message));
  }
}

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
