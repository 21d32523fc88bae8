// Owns Element: one number as the bytes of one element of any dtype.
#pragma once
#include <cstddef>

#include "core/dtype.h"

namespace pelton {

struct Element {
  alignas(16) std::byte bytes[16];
};

// `value` as an element of `dtype` (rounded to floating dtypes; bool: whether it is not 0). Raises
// invalid_argument when an integer dtype cannot hold it: a fraction, nan or out of range.
Element to_element(double value, DType dtype);

}  // namespace pelton
