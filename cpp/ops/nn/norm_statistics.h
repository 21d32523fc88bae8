// Owns the dtype of the scales, offsets and statistics of normalisations: float32 where x is a
// 16-bit float, else that of x.
#pragma once
#include "ops/array/array.h"
#include "ops/nn/nn.h"

namespace pelton {

inline constexpr DTypeSet kStatistic{DType::float32, DType::float64};

// Checks that input i has the dtype that statistics of input x have.
inline void check_statistic_dtype(const InferContext& c, size_t i, size_t x) {
  const DType expected = c.dtype(x) == DType::float64 ? DType::float64 : DType::float32;
  check(c.dtype(i) == expected, c.op().inputs[i].name, " must be ", expected, " where x is ",
        c.dtype(x), ", got ", c.dtype(i));
}

// 16-bit statistics, of a model that is 16-bit throughout, are as good as their rounding.
inline Tensor widened(const Tensor& statistic) {
  const bool narrow = statistic.defined() && size_of(statistic.dtype()) == 2;
  return narrow && is_floating(statistic.dtype()) ? cast(statistic, DType::float32) : statistic;
}

}  // namespace pelton
