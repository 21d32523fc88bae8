// Owns decode_raw: the bytes of strings as numbers.
#pragma once
#include <optional>

#include "core/tensor.h"

namespace pelton::data {

// How bytes are read.
struct RawNumbers {
  DType dtype = DType::uint8;
  bool is_little_endian = true;
  std::optional<int64_t> length;  // bytes per string, cut or filled up with zeros; else all alike
};

// The shape for strings of that shape; the size of the last axis is unknown without a length.
Shape shape_of_raw(const Shape& strings, const RawNumbers& how);
// (..., numbers) of strings (...). Raises invalid_argument for strings of several lengths, and for
// lengths that are not whole numbers.
Tensor decode_raw(const Tensor& strings, const RawNumbers& how);

}  // namespace pelton::data
