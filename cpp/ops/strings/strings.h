// Declares the ops on strings that other ops are made of. None has a gradient.
#pragma once
#include "core/tensor.h"
#include "kernels/common/attrs/string_attrs.h"

namespace pelton {

// How many parts each string of a vector falls into, as int64.
Tensor string_split_counts(const Tensor& input, const SplitStringAttrs& attrs);
// How many characters each string of a vector has, as int64.
Tensor unicode_counts(const Tensor& input, const DecodeAttrs& attrs);

}  // namespace pelton
