#include "kernels/cpu/elementwise/joined_rows.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "kernels/cpu/dispatch/loop_nest.h"

namespace pelton::cpu {
namespace {

// Writes the `bytes` before `to` so often again that they are there `n` times.
char* repeat(char* to, int64_t bytes, int64_t n) {
  char* const first = to - bytes;
  for (int64_t have = 1; have < n;) {
    const int64_t more = std::min(have, n - have);
    std::memcpy(to, first, static_cast<size_t>(more * bytes));
    to += more * bytes;
    have += more;
  }
  return to;
}

// The two innermost loops are plain ones: stepping through a nest costs as much as a short row.
template <size_t W>
void copy_elements(const LoopNest& nest, const char* from, char* to, int64_t begin, int64_t end) {
  constexpr auto kWidth = static_cast<int64_t>(W);
  const int64_t row = nest.row(), step = nest.step(0) * kWidth;
  const auto copy = [&to](const char* at, int64_t pace, int64_t n) {
    for (int64_t i = 0; i < n; ++i, to += W, at += pace) std::memcpy(to, at, W);
  };
  const auto copy_pieces = [&](int64_t first, int64_t last) {  // of one row each
    for_each_row(nest, first, last, [&](const int64_t* offsets, int64_t n) {
      copy(from + offsets[0] * kWidth, step, n);
    });
  };
  const int64_t first = (begin + row - 1) / row, last = end / row;  // of the whole rows
  if (nest.rank < 2 || first >= last) return copy_pieces(begin, end);
  copy_pieces(begin, first * row);
  LoopNest rows = nest;
  --rows.rank;
  for_each_row(rows, first, last, [&](const int64_t* offsets, int64_t n) {
    const char* at = from + offsets[0] * kWidth;
    const int64_t pace = rows.step(0) * kWidth, copied = pace == 0 ? 1 : n;
    for (int64_t i = 0; i < copied; ++i, at += pace) copy(at, step, row);
    if (copied < n) to = repeat(to, row * kWidth, n);
  });
  copy_pieces(last * row, end);
}

// Elements [begin, end) of a nest over one operand, one behind the other.
void copy_part(const LoopNest& nest, int64_t width, const char* from, char* to, int64_t begin,
               int64_t end) {
  switch (width) {
    case 1:
      return copy_elements<1>(nest, from, to, begin, end);
    case 2:
      return copy_elements<2>(nest, from, to, begin, end);
    case 4:
      return copy_elements<4>(nest, from, to, begin, end);
    case 8:
      return copy_elements<8>(nest, from, to, begin, end);
    case 16:
      return copy_elements<16>(nest, from, to, begin, end);
    default:
      raise(Code::internal, "no element is ", width, " bytes wide");
  }
}

}  // namespace

JoinedRows::JoinedRows(std::span<const TensorView* const> operands) : count_(operands.size()) {
  for (size_t k = 0; k < count_; ++k) {
    const TensorView& view = *operands[k];
    Operand& operand = operands_[k];
    operand.data = view.as<char>();
    operand.width = size_of(view.dtype);
    operand.nest = make_loop_nest(operands[0]->shape(), {&view.layout, 1});
    const LoopNest& nest = operand.nest;
    if (nest.rank == 1 && nest.step(0) <= 1 && nest.step(0) >= 0)
      operand.way = nest.step(0) == 1 ? Way::in_place : Way::value;
    else if (nest.rank == 2 && nest.strides[0][0] == 0 && nest.row() <= kLongestShortRow)
      operand.way = Way::repeated;
    else
      operand.way = Way::copied;
    copies_ |= operand.way == Way::copied;
  }
}

RowBuffers::RowBuffers(const JoinedRows& joined) : joined_(joined) {
  for (size_t k = 0; k < joined.count_; ++k) {
    const JoinedRows::Operand& operand = joined.operands_[k];
    if (operand.way == JoinedRows::Way::copied) {
      buffers_[k].resize(static_cast<size_t>(kJoined * operand.width));
    } else if (operand.way == JoinedRows::Way::repeated) {
      const int64_t all = operand.nest.sizes[0] * operand.nest.row();
      const int64_t count = std::min(kJoined + operand.nest.row(), all);
      buffers_[k].resize(static_cast<size_t>(count * operand.width));
      copy_part(operand.nest, operand.width, operand.data, buffers_[k].data(), 0, count);
    }
  }
}

char* RowBuffers::row(size_t k, int64_t begin, int64_t n, int64_t& step) {
  const JoinedRows::Operand& operand = joined_.operands_[k];
  step = operand.way == JoinedRows::Way::value ? 0 : 1;
  switch (operand.way) {
    case JoinedRows::Way::in_place:
      return operand.data + begin * operand.width;
    case JoinedRows::Way::value:
      return operand.data;
    case JoinedRows::Way::repeated:
      return buffers_[k].data() + begin % operand.nest.row() * operand.width;
    case JoinedRows::Way::copied:
      break;
  }
  copy_part(operand.nest, operand.width, operand.data, buffers_[k].data(), begin, begin + n);
  return buffers_[k].data();
}

}  // namespace pelton::cpu
