// Owns JoinedRows: how operands whose common rows are short, such as images of three channels and a
// value for each, are read as long rows.
#pragma once
#include <span>
#include <vector>

#include "kernels/common/loop_nest.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

inline constexpr int64_t kJoined = 1024;          // elements of a long row
inline constexpr int64_t kLongestShortRow = 64;   // above it, calling a row costs little
inline constexpr int64_t kLongestCopiedRow = 24;  // above it, copies cost more than calls

class JoinedRows {
 public:
  // The first operand is the result, which is row-major; the others broadcast to its shape.
  explicit JoinedRows(std::span<const TensorView* const> operands);
  // Whether long rows take less time than common rows of so many elements.
  bool is_faster(int64_t row) const {
    return row <= (copies_ ? kLongestCopiedRow : kLongestShortRow);
  }

 private:
  friend class RowBuffers;
  enum class Way : uint8_t {
    in_place,  // adjacent elements
    value,     // one element
    repeated,  // adjacent elements that come again and again: copied once, several times
    copied,
  };
  struct Operand {
    Way way;
    char* data;
    int64_t width;  // bytes of an element
    LoopNest nest;
  };

  Operand operands_[kMaxOperands];
  size_t count_;
  bool copies_ = false;
};

// What one thread needs to read joined rows.
class RowBuffers {
 public:
  explicit RowBuffers(const JoinedRows& joined);
  // Elements [begin, begin + n) of an operand's broadcast shape, n <= kJoined, which lie `step`
  // elements apart; until the next call for the operand.
  char* row(size_t operand, int64_t begin, int64_t n, int64_t& step);

 private:
  const JoinedRows& joined_;
  std::vector<char> buffers_[kMaxOperands];
};

}  // namespace pelton::cpu
