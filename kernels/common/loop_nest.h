// Owns LoopNest: as few nested loops as possible over broadcast and strided operands. Must not know
// dtypes.
#pragma once
#include <cstdint>
#include <span>

#include "core/shape.h"

namespace pelton {

inline constexpr size_t kMaxOperands = 4;

// Nested loops over one shape, outermost first: axes of size 1 are dropped, and axes that every
// operand crosses in equal steps are merged. There is always at least one loop.
struct LoopNest {
  size_t operands = 0;
  size_t rank = 0;
  int64_t sizes[kMaxRank];
  int64_t strides[kMaxOperands][kMaxRank];  // in elements; 0 along broadcast axes

  int64_t row() const { return sizes[rank - 1]; }
  int64_t step(size_t operand) const { return strides[operand][rank - 1]; }
};

// The loops over `shape`, to which every layout broadcasts; at most kMaxOperands of them.
LoopNest make_loop_nest(const Shape& shape, std::span<const Layout* const> operands);

}  // namespace pelton
