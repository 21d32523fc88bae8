// Owns the walk through a LoopNest on the CPU, the only one of its kind: a cursor that goes row by
// row. Must not know dtypes.
#pragma once
#include "kernels/common/loop_nest.h"

namespace pelton::cpu {

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
