// Owns sizes as values: what is known of the elements of symbolic integer tensors, which stand for
// shapes and bounds, and slices whose bounds are not known.
#pragma once
#include <optional>
#include <vector>

#include "core/tensor.h"

namespace pelton {

// The elements of an integer tensor, of rank 1 at most, as sizes: numbers, the names of axes' sizes
// where they come from a shape, or else their own names. Reads the values of a tensor with data.
// Raises type_error for another dtype, invalid_argument for more than kMaxRank elements or an
// unknown number of them.
Axes sizes_in(const Tensor& tensor);
// The one element of a tensor of rank 0, as sizes_in gives it.
int64_t size_in(const Tensor& scalar);

// The size of an axis as an int64 tensor of rank 0; symbolic where it is not known.
Tensor axis_size(const Tensor& x, size_t axis);
// Number of elements in `dtype`, as a tensor of rank 0.
Tensor element_count_of(const Tensor& x, DType dtype);

// 0, 1, ... as many as `size`, which may not be known before there is data.
Tensor iota(int64_t size, DType dtype);

// One axis of a slice, in Python's way: bounds may be negative, absent or outside.
struct OpenRange {
  std::optional<Tensor> start, stop;  // int64, of rank 0
  int64_t step = 1;
};
// The same as SliceAttrs have it, as names where it is not known. `held` keeps what they are of.
struct SliceRange {
  int64_t begin, size;
};
SliceRange resolve_range(const Tensor& x, size_t axis, const OpenRange& range,
                         std::vector<Tensor>& held);
// The one place that `index`, which may be negative, stands for.
SliceRange resolve_index(const Tensor& x, size_t axis, const Tensor& index,
                         std::vector<Tensor>& held);

}  // namespace pelton
