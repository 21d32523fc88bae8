// Owns Element: one number as the bytes of one element of any dtype.
#pragma once
#include <cstddef>

#include "core/dtype.h"

namespace pelton {

struct Element {
  alignas(16) std::byte bytes[16];
};

// `value` as an element of `dtype` (rounded to floating dtypes; bool: whether it is not 0; string:
// 0 is ""). Raises invalid_argument when the dtype cannot hold it: an integer one a fraction, nan
// or what is out of range, strings another number than 0.
Element to_element(double value, DType dtype);

}  // namespace pelton
