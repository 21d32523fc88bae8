// Owns Shape and Layout: sizes, strides (in elements) and offset, all in checked 64-bit arithmetic.
#pragma once
#include <cstdint>
#include <string>

#include "core/inline_vec.h"

namespace pelton {

inline constexpr int64_t kMaxRank = 32;

using Shape = InlineVec<int64_t, kMaxRank>;
using Strides = InlineVec<int64_t, kMaxRank>;
using Axes = InlineVec<int64_t, kMaxRank>;

// A size that is not known before a tensor has data; texts print None for it.
inline constexpr int64_t kUnknown = -1;
// A size that is not known, but has a name: sizes of one name are equal. It is the size of an axis
// of a tensor, or an element of a tensor of integers, in row-major order.
struct SizeName {
  uint64_t id = 0;  // of the tensor, below 2^56
  bool is_element = false;
  uint8_t index = 0;  // of the axis or element, below kMaxRank
  int64_t size() const;
  static SizeName of(int64_t size);
};
// Names are less than any number that stands for itself.
inline constexpr bool is_name(int64_t size) { return size < -(int64_t{1} << 62); }
inline constexpr bool is_known(int64_t size) { return size != kUnknown && !is_name(size); }
bool is_fully_known(const Shape& shape);
// The shape with -1 for each unknown size.
Shape without_names(const Shape& shape);
// A size may be what it says, or unknown: neither negative nor -1.
inline constexpr bool is_size(int64_t size) { return size >= 0 || is_name(size); }
// True unless both are known and differ.
inline constexpr bool may_equal(int64_t a, int64_t b) {
  return a == b || !is_known(a) || !is_known(b);
}
// True unless ranks or known sizes differ.
bool may_equal(const Shape& a, const Shape& b);
// What is known of a size that is both, which may_equal.
inline constexpr int64_t merge_sizes(int64_t a, int64_t b) { return is_known(b) ? b : a; }
Shape merge_shapes(const Shape& a, const Shape& b);
// a + b and a * b; unknown where one is, unless that follows. Raise as the checked ones do.
int64_t sum_of_sizes(int64_t a, int64_t b);
int64_t product_of_sizes(int64_t a, int64_t b);
// Number of elements, or kUnknown; raises as element_count does.
int64_t count_or_unknown(const Shape& shape);

// Writes "(2, 3)", "(None,)" or "()", as Python prints a tuple.
void append(std::string& out, const Shape& shape);
// Axes and other numbers as a tuple, in which -1 is -1.
struct Numbers {
  const Axes& values;
};
inline Numbers numbers(const Axes& values) { return {values}; }
void append(std::string& out, Numbers numbers);
// A shape to be written as "[2,3]", as TensorFlow's kernels print it; the text is made when
// appended.
struct Bracketed {
  const Shape& shape;
};
inline Bracketed bracketed(const Shape& shape) { return {shape}; }
void append(std::string& out, Bracketed bracketed);

// "[1,0]": the indices of the element that is `at`-th in row-major order; "" where rank is 0.
std::string indices_text(const Shape& shape, int64_t at);

// a * b; raises invalid_argument when the product leaves 64 bits.
int64_t checked_multiply(int64_t a, int64_t b);
// a + b; raises invalid_argument when the sum leaves 64 bits.
int64_t checked_add(int64_t a, int64_t b);
// Number of elements; raises invalid_argument for a negative or unknown size or a product over
// 2^63 - 1.
int64_t element_count(const Shape& shape);
// `axis` in [-rank, rank) as [0, rank); raises invalid_argument outside.
int64_t normalize_axis(int64_t axis, int64_t rank);
// Like normalize_axis for each of `axes`, sorted; raises invalid_argument on a repeated one.
Axes normalize_axes(const Axes& axes, int64_t rank);
// The shape that NumPy's rules broadcast both to, an unknown size beside one above 1 being that;
// raises invalid_argument when they do not fit.
Shape broadcast_shapes(const Shape& a, const Shape& b);
// Row-major strides of `shape`.
Strides row_major_strides(const Shape& shape);
// Both at once: writes the strides and returns the number of elements, or raises as that does.
int64_t row_major_strides(const Shape& shape, Strides& strides);

struct Layout {
  Shape shape;
  Strides strides;
  int64_t offset = 0;

  static Layout contiguous(const Shape& shape) { return {shape, row_major_strides(shape), 0}; }
  // True when the elements lie in row-major order without gaps.
  bool is_contiguous() const;
};

}  // namespace pelton
