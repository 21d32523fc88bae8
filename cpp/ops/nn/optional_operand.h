// Owns operands of recurrent ops that may be left out: one of shape (0,) is not given.
#pragma once
#include "ops/array/array.h"

namespace pelton {

// Checks that input i has `shape`, or that of an operand that is not given.
inline void check_optional(const InferContext& c, size_t i, const Shape& shape) {
  check(may_equal(c.shape(i), Shape{0}) || may_equal(c.shape(i), shape), c.op().inputs[i].name,
        " must have shape ", shape, ", or (0,) for none, got ", c.shape(i));
}

inline Tensor or_none(const Tensor& x, DType dtype) { return x.defined() ? x : zeros({0}, dtype); }

}  // namespace pelton
