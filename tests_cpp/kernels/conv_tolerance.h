// Owns how far a convolution may be from the exact one: Winograd's larger tiles round more.
#pragma once
#include "kernels/cpu/conv/winograd/winograd_choice.h"

#include "tests_cpp/random_tensors.h"

namespace pelton {

// Rounding error of sums of `terms` products formed by tiles of that size, 0 for the direct way.
inline double conv_tolerance(DType dtype, int64_t terms, int64_t tile) {
  if (dtype != DType::float32 || tile <= 2) return tolerance(dtype, terms);
  return tolerance(dtype, terms) * 8;
}

}  // namespace pelton
