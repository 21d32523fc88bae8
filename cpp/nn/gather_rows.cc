#include "nn/gather_rows.h"

#include <cstring>

#include "runtime/memory.h"
#include "runtime/thread_pool.h"

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

template <class From, class To>
To convert(From value) {
  if constexpr (std::is_same_v<From, To>)
    return value;
  else if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>)
    return convert<float, To>(static_cast<float>(value));
  else if constexpr (std::is_arithmetic_v<To>)
    return static_cast<To>(value);
  else
    return To(static_cast<float>(value));
}

template <class From, class To>
void copy_row(const From* from, To* to, const RowLayout& layout) {
  for_each_piece(layout, [&](int64_t offset) {
    const From* piece = from + offset;
    if (layout.stride == 1)
      for (int64_t i = 0; i < layout.length; ++i) to[i] = convert<From, To>(piece[i]);
    else
      for (int64_t i = 0; i < layout.length; ++i)
        to[i] = convert<From, To>(piece[i * layout.stride]);
    to += layout.length;
  });
}

template <class From, class To>
void copy_rows(const Tensor& source, std::span<const int64_t> rows, Tensor& out) {
  const RowLayout layout = layout_of_row(source);
  const auto* from = source.data_as<From>();
  auto* to = out.data_as<To>();
  const int64_t stride = source.strides()[0];
  const auto count = static_cast<int64_t>(rows.size());
  const int64_t row_size = out.size() / count;
  // A few microseconds of copying per piece: the rows are seldom in a cache.
  const int64_t grain = std::max<int64_t>(1, 8192 / std::max<int64_t>(1, row_size));
  parallel_for(count, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      copy_row(from + rows[static_cast<size_t>(i)] * stride, to + i * row_size, layout);
  });
}

}  // namespace

Tensor gather_rows(const Tensor& source, std::span<const int64_t> rows, DType dtype) {
  Shape shape = source.shape();
  shape[0] = static_cast<int64_t>(rows.size());
  Tensor out = empty(shape, dtype);
  if (out.size() == 0) return out;
  if (source.dtype() == dtype) {
    visit(AllTypes{}, dtype, [&]<class T>() { copy_rows<T, T>(source, rows, out); });
    return out;
  }
  visit(FloatingTypes{}, dtype, [&]<class To>() {
    visit(Join<Types<bool>, RealTypes>{}, source.dtype(),
          [&]<class From>() { copy_rows<From, To>(source, rows, out); });
  });
  return out;
}

}  // namespace pelton
