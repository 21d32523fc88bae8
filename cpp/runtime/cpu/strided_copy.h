// Owns strided copies in host memory: merging axes, blocked transposes, threads. Knows no tensors.
#pragma once
#include "core/shape.h"

namespace pelton {

// Strides count elements and may be zero (source only) or negative.
struct StridedSource {
  const void* data;
  const Strides& strides;
};
struct StridedTarget {
  void* data;
  const Strides& strides;
};

// Copies every element, `width` bytes each, of an array of `shape`. The places must not overlap;
// no two indices of the target may share a place.
void copy_strided(const Shape& shape, int64_t width, StridedTarget to, StridedSource from);

// memcpy on all threads where it pays.
void copy_bytes(void* to, const void* from, int64_t bytes);

}  // namespace pelton
