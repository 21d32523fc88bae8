// Owns the copying of chosen rows of a user's array into a batch, converting on the way. Knows no
// model and calls no ops.
#pragma once
#include <functional>
#include <span>

#include "core/tensor.h"

namespace pelton {

// Rows on their way into a batch.
struct RowGather {
  Tensor out;  // row-major, [rows.size(), ...]
  // Copies those rows into [begin, end) of `out`. For several threads at once, each with other
  // rows.
  std::function<void(int64_t begin, int64_t end)> copy;
};

// Begins a batch of `dtype` from those rows of `source`, which may have any strides and lie in
// memory that somebody else owns; `rows`, which must be in range, stay where they are until all is
// copied. Converts as `cast` does.
RowGather gather_rows(const Tensor& source, std::span<const int64_t> rows, DType dtype);

}  // namespace pelton
