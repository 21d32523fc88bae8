// Owns the copying of chosen rows of a user's array into a batch, converting on the way. Knows no
// model and calls no ops.
#pragma once
#include <span>

#include "core/tensor.h"

namespace pelton {

// A row-major tensor [rows.size(), ...] of `dtype` with those rows of `source`, which may have any
// strides and lie in memory that somebody else owns. Rows must be in range. Converts as `cast`
// does. Runs on the thread pool.
Tensor gather_rows(const Tensor& source, std::span<const int64_t> rows, DType dtype);

}  // namespace pelton
