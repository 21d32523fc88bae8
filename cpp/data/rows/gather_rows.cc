#include "data/rows/gather_rows.h"

#include <algorithm>
#include <cstring>

#include "kernels/cpu/elementwise/elementwise.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

// Where a row's elements lie: `count` pieces of `length` neighbours, piece by piece.
struct RowLayout {
  Shape outer;         // axes that are stepped through one by one
  Strides strides;     // of those axes, in elements
  int64_t length = 1;  // of the contiguous end of a row
  int64_t stride = 1;  // between neighbours where not even the last axis is contiguous
};

RowLayout layout_of_row(const Tensor& x) {
  RowLayout out;
  size_t axis = x.shape().size();
  int64_t expected = 1;
  while (axis > 1 && (x.shape()[axis - 1] == 1 || x.strides()[axis - 1] == expected))
    expected *= x.shape()[--axis];
  out.length = expected;
  if (expected == 1 && axis > 1) {
    --axis;
    out.length = x.shape()[axis];
    out.stride = x.strides()[axis];
  }
  out.outer.assign(x.shape().begin() + (axis > 0), x.shape().begin() + axis);
  out.strides.assign(x.strides().begin() + (axis > 0), x.strides().begin() + axis);
  return out;
}

// Calls f(offset of the piece in elements) for each piece of a row, in row-major order.
template <class F>
void for_each_piece(const RowLayout& layout, F&& f) {
  Shape at(layout.outer.size(), 0);
  int64_t offset = 0;
  while (true) {
    f(offset);
    size_t axis = layout.outer.size();
    while (axis-- > 0) {
      offset += layout.strides[axis];
      if (++at[axis] < layout.outer[axis]) break;
      offset -= layout.strides[axis] * layout.outer[axis];
      at[axis] = 0;
    }
    if (axis == static_cast<size_t>(-1)) return;
  }
}

// Copies neighbours from elements that lie `step` apart, converting.
class Conversion {
 public:
  Conversion(DType from, DType to)
      : row_(from == to && from == DType::string ? nullptr : cpu::cast_row(from, to)),
        plain_(from == to),
        size_(size_of(to)) {}

  void operator()(const char* from, int64_t step, char* to, int64_t n) const {
    if (plain_ && step == 1) {
      std::memcpy(to, from, static_cast<size_t>(n * size_));
      return;
    }
    void* const data[] = {to, const_cast<char*>(from)};
    const int64_t steps[] = {1, step};
    row_(data, steps, n, nullptr);
  }

 private:
  cpu::Row row_;
  bool plain_;
  int64_t size_;
};

// Has the beginning of rows that come soon fetched while others are copied: rows lie anywhere in
// memory, and once one is begun, the hardware fetches the rest by itself.
class Prefetch {
 public:
  Prefetch(const RowLayout& layout, int64_t size)
      : bytes_(layout.stride == 1 ? std::min(layout.length * size, kBeginning) : 1),
        rows_ahead_(std::clamp<int64_t>(kBytesAhead / (layout.length * size), 1, kMostRowsAhead)) {}

  int64_t rows_ahead() const { return rows_ahead_; }
  void operator()(const char* row) const {
    for (int64_t i = 0; i < bytes_; i += kLine) __builtin_prefetch(row + i);
  }

 private:
  static constexpr int64_t kLine = 64, kBeginning = 8 * kLine;
  static constexpr int64_t kBytesAhead = 4096, kMostRowsAhead = 16;

  int64_t bytes_;
  int64_t rows_ahead_;
};

}  // namespace

RowGather gather_rows(const Tensor& source, std::span<const int64_t> rows, DType dtype) {
  Shape shape = source.shape();
  shape[0] = static_cast<int64_t>(rows.size());
  Tensor out = empty(shape, dtype);
  if (out.size() == 0) return {out, [](int64_t, int64_t) {}};
  const RowLayout layout = layout_of_row(source);
  const Conversion convert(source.dtype(), dtype);
  const int64_t from_size = size_of(source.dtype()), to_size = size_of(dtype);
  const Prefetch prefetch(layout, from_size);
  const int64_t stride = source.strides()[0] * from_size;
  const int64_t row_bytes = out.bytes() / shape[0];
  const auto copy = [=](int64_t begin, int64_t end) {
    const auto row_at = [&](int64_t i) {
      return source.data_as<const char>() + rows[static_cast<size_t>(i)] * stride;
    };
    char* to = out.data_as<char>() + begin * row_bytes;
    for (int64_t i = begin; i < end; ++i) {
      if (const int64_t soon = i + prefetch.rows_ahead(); soon < std::ssize(rows))
        prefetch(row_at(soon));
      for_each_piece(layout, [&](int64_t offset) {
        convert(row_at(i) + offset * from_size, layout.stride, to, layout.length);
        to += layout.length * to_size;
      });
    }
  };
  return {out, copy};
}

}  // namespace pelton
