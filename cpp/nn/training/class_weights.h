// Owns how class weights become sample weights. Knows no model and calls no ops.
#pragma once
#include <map>

#include "core/tensor.h"

namespace pelton {

// A float32 weight per row of `y`: that of its class, 1 for classes not in `weights`. The class is
// the value rounded, or the place of the largest value where the last axis has several. Raises
// value_error for targets without rows.
Tensor class_weights(const Tensor& y, const std::map<int64_t, double>& weights);

}  // namespace pelton
