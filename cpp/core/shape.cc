#include "core/shape.h"

#include <algorithm>
#include <limits>

namespace pelton {

namespace {

constexpr int kIndexBits = 5, kIdBits = 56;  // of a name, with one bit between them

void append_size(std::string& out, int64_t size) {
  out += is_known(size) ? std::to_string(size) : "None";
}

void append_number(std::string& out, int64_t number) {
  out += is_name(number) ? "None" : std::to_string(number);
}

void append_tuple(std::string& out, const Shape& items,
                  void (*append_item)(std::string&, int64_t)) {
  out += '(';
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ", ";
    append_item(out, items[i]);
  }
  out += items.size() == 1 ? ",)" : ")";
}

}  // namespace

Shape without_names(const Shape& shape) {
  Shape out = shape;
  for (int64_t& size : out)
    if (!is_known(size)) size = kUnknown;
  return out;
}

int64_t SizeName::size() const {
  const uint64_t bits =
      (id << (kIndexBits + 1)) | (is_element ? uint64_t{1} << kIndexBits : 0) | index;
  return std::numeric_limits<int64_t>::min() + static_cast<int64_t>(bits);
}

SizeName SizeName::of(int64_t size) {
  const auto bits = static_cast<uint64_t>(size - std::numeric_limits<int64_t>::min());
  return {bits >> (kIndexBits + 1), ((bits >> kIndexBits) & 1) == 1,
          static_cast<uint8_t>(bits & ((1 << kIndexBits) - 1))};
}

bool is_fully_known(const Shape& shape) {
  return std::all_of(shape.begin(), shape.end(), [](int64_t size) { return is_known(size); });
}

bool may_equal(const Shape& a, const Shape& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](int64_t x, int64_t y) { return may_equal(x, y); });
}

Shape merge_shapes(const Shape& a, const Shape& b) {
  Shape out = a;
  for (size_t i = 0; i < out.size(); ++i) out[i] = merge_sizes(a[i], b[i]);
  return out;
}

int64_t sum_of_sizes(int64_t a, int64_t b) {
  if (b == 0) return a;
  if (a == 0) return b;
  return is_known(a) && is_known(b) ? checked_add(a, b) : kUnknown;
}

int64_t product_of_sizes(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  if (b == 1) return a;
  if (a == 1) return b;
  return is_known(a) && is_known(b) ? checked_multiply(a, b) : kUnknown;
}

int64_t count_or_unknown(const Shape& shape) {
  int64_t count = 1;
  bool empty = false, known = true;
  for (int64_t size : shape) {
    check(size >= 0 || !is_known(size), "negative size in shape ", numbers(shape));
    empty |= size == 0;
    known &= is_known(size);
    if (!empty && is_known(size)) count = checked_multiply(count, size);
  }
  return empty ? 0 : known ? count : kUnknown;
}

void append(std::string& out, const Shape& shape) { append_tuple(out, shape, &append_size); }

void append(std::string& out, Numbers numbers) {
  append_tuple(out, numbers.values, &append_number);
}

void append(std::string& out, Bracketed bracketed) {
  out += '[';
  for (size_t i = 0; i < bracketed.shape.size(); ++i) {
    if (i > 0) out += ',';
    append_size(out, bracketed.shape[i]);
  }
  out += ']';
}

std::string indices_text(const Shape& shape, int64_t at) {
  std::string out;
  const Strides strides = row_major_strides(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    out += cat(i == 0 ? '[' : ',', at / strides[i] % shape[i]);
  if (!shape.empty()) out += ']';
  return out;
}

int64_t checked_multiply(int64_t a, int64_t b) {
  int64_t product = 0;
  check(!__builtin_mul_overflow(a, b, &product), "size ", a, " * ", b, " exceeds 64 bits");
  return product;
}

int64_t checked_add(int64_t a, int64_t b) {
  int64_t sum = 0;
  check(!__builtin_add_overflow(a, b, &sum), "size ", a, " + ", b, " exceeds 64 bits");
  return sum;
}

int64_t element_count(const Shape& shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : shape) {
    check(size >= 0, "negative size in shape ", numbers(shape));
    empty |= size == 0;
    // An empty tensor may still name sizes whose product overflows; they are never multiplied out.
    if (!empty) count = checked_multiply(count, size);
  }
  return empty ? 0 : count;
}

int64_t normalize_axis(int64_t axis, int64_t rank) {
  check(axis >= -rank && axis < rank, "axis ", axis, " is out of bounds for rank ", rank,
        ": expected [", -rank, ", ", rank, ")");
  return axis < 0 ? axis + rank : axis;
}

Axes normalize_axes(const Axes& axes, int64_t rank) {
  Axes out;
  for (int64_t axis : axes) out.push_back(normalize_axis(axis, rank));
  std::sort(out.begin(), out.end());
  for (size_t i = 1; i < out.size(); ++i)
    check(out[i] != out[i - 1], "axis ", out[i], " is given twice in ", numbers(axes));
  return out;
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  const Shape& longer = a.size() >= b.size() ? a : b;
  const Shape& shorter = a.size() >= b.size() ? b : a;
  Shape out = longer;
  const size_t lead = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    int64_t& size = out[lead + i];
    if (size == shorter[i]) continue;
    check(size == 1 || shorter[i] == 1 || may_equal(size, shorter[i]), "Incompatible shapes: ", a,
          " vs. ", b);
    if (size == 1)
      size = shorter[i];
    else if (shorter[i] != 1)
      size = is_known(size) ? size : is_known(shorter[i]) ? shorter[i] : kUnknown;
  }
  return out;
}

Strides row_major_strides(const Shape& shape) {
  Strides strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    // Strides of an empty tensor are never followed; clamping keeps them from overflowing.
    if (__builtin_mul_overflow(stride, shape[i] > 0 ? shape[i] : 1, &stride))
      stride = std::numeric_limits<int64_t>::max();
  }
  return strides;
}

int64_t row_major_strides(const Shape& shape, Strides& strides) {
  strides = shape;  // for the size
  int64_t count = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = count;
    if (shape[i] > 0 && !__builtin_mul_overflow(count, shape[i], &count)) [[likely]]
      continue;
    strides = row_major_strides(shape);
    return element_count(shape);
  }
  return count;
}

bool Layout::is_contiguous() const {
  int64_t expected = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 0) return true;
    if (shape[i] == 1) continue;
    if (strides[i] != expected) return false;
    expected *= shape[i];
  }
  return true;
}

}  // namespace pelton
