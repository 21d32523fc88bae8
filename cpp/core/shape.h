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

// Writes "(2, 3)", "(2,)" or "()", as Python prints a tuple.
void append(std::string& out, const Shape& shape);
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
// Number of elements; raises invalid_argument for a negative size or a product over 2^63 - 1.
int64_t element_count(const Shape& shape);
// `axis` in [-rank, rank) as [0, rank); raises invalid_argument outside.
int64_t normalize_axis(int64_t axis, int64_t rank);
// Like normalize_axis for each of `axes`, sorted; raises invalid_argument on a repeated one.
Axes normalize_axes(const Axes& axes, int64_t rank);
// The shape that NumPy's rules broadcast both to; raises invalid_argument when they do not fit.
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
