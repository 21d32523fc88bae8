// Owns the iteration over broadcast and strided operands, the only one of its kind: a LoopNest of
// as few loops as possible and a cursor that walks it row by row. Must not know dtypes.
#pragma once
#include <cstdint>
#include <span>

#include "core/shape.h"

namespace pelton::cpu {

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

// A position in a nest, counted in elements of its shape in row-major order.
class LoopCursor {
 public:
  LoopCursor(const LoopNest& nest, int64_t position);
  // Each operand's offset in elements.
  const int64_t* offsets() const { return offsets_; }
  // Elements up to the end of the innermost row.
  int64_t row_left() const { return nest_.row() - index_[nest_.rank - 1]; }
  // Moves on by n <= row_left() elements.
  void advance(int64_t n);

 private:
  void carry();

  const LoopNest& nest_;
  int64_t index_[kMaxRank];
  int64_t offsets_[kMaxOperands];
};

// Calls row(offsets, n) for each row, or part of one, among the elements [begin, end).
template <class F>
void for_each_row(const LoopNest& nest, int64_t begin, int64_t end, F&& row) {
  LoopCursor cursor(nest, begin);
  while (begin < end) {
    const int64_t left = cursor.row_left();
    const int64_t n = left < end - begin ? left : end - begin;
    row(cursor.offsets(), n);
    cursor.advance(n);
    begin += n;
  }
}

}  // namespace pelton::cpu
