// Owns the mean of a sample's errors, of integers too.
#pragma once
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton::losses {

// `x` as numbers of which differences are right: unsigned ones would wrap around.
inline Tensor signed_numbers(const Tensor& x) {
  return kUnsigned.contains(x.dtype()) ? cast(x, DType::int64) : x;
}

// The mean over the last axis; that of integers is a float32, as Keras has it.
inline Tensor mean_of_errors(const Tensor& errors) {
  const Tensor numbers = is_integer(errors.dtype()) ? cast(errors, DType::float32) : errors;
  return reduce_mean(numbers, {.axis = Axes{-1}});
}

}  // namespace pelton::losses
