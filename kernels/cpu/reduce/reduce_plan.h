// Owns ReducePlan: which axes of a row-major tensor are reduced, in the form the loops want.
#pragma once
#include "core/shape.h"

namespace pelton::cpu {

// A loop over some axes of the input: sizes and strides in elements, outermost first.
struct AxisLoop {
  Shape sizes;
  Strides strides;

  int64_t count() const;
  // Offset of the index-th step in row-major order.
  int64_t offset(int64_t index) const;
};

// The output is a row-major array of slabs, each `width` adjacent elements. A slab is the reduction
// of `runs`, each of `rows` rows of `width` adjacent elements. Neighbouring axes of one kind are
// one.
struct ReducePlan {
  AxisLoop slabs;
  AxisLoop runs;
  int64_t rows = 1;
  int64_t width = 1;
};

// The plan for a row-major tensor of `shape`; reduced[i] tells whether axis i is.
ReducePlan make_reduce_plan(const Shape& shape, const InlineVec<bool, kMaxRank>& reduced);

}  // namespace pelton::cpu
