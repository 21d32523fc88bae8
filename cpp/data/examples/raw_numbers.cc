#include "data/examples/raw_numbers.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "runtime/memory/memory.h"

namespace pelton::data {
namespace {

void swap_bytes(char* bytes, size_t count, size_t width) {
  for (size_t at = 0; at + width <= count; at += width)
    std::reverse(bytes + at, bytes + at + width);
}

void check_dtype(DType dtype) {
  check(dtype != DType::string, "decode_raw: out_type must be a type of numbers or bool, got ",
        dtype);
}

}  // namespace

Shape shape_of_raw(const Shape& strings, const RawNumbers& how) {
  check_dtype(how.dtype);
  const int64_t width = size_of(how.dtype);
  check(!how.length || (*how.length > 0 && *how.length % width == 0),
        "decode_raw: fixed_length must be a multiple of ", width, ", the size of ", how.dtype,
        ", got ", how.length.value_or(0));
  Shape shape = strings;
  shape.push_back(how.length ? *how.length / width : kUnknown);
  return shape;
}

Tensor decode_raw(const Tensor& given, const RawNumbers& how) {
  Shape shape = shape_of_raw(given.shape(), how);
  const Tensor strings = contiguous(given);
  const auto* const texts = strings.data_as<StringElement>();
  const int64_t count = strings.size(), width = size_of(how.dtype);
  const int64_t length = how.length.value_or(count == 0 ? 0 : texts[0].size);
  for (int64_t i = 0; i < count && !how.length; ++i)
    check(texts[i].size == length,
          "decode_raw: DecodeRaw requires input strings to all be the same size, but element ", i,
          " has size ", texts[i].size, " != ", length);
  check(length % width == 0, "decode_raw: Input to DecodeRaw has length ", length,
        " that is not a multiple of ", width, ", the size of ", how.dtype);
  shape.back() = length / width;
  Tensor out = empty(shape, how.dtype);
  auto* const to = static_cast<char*>(out.data());
  for (int64_t i = 0; i < count; ++i) {
    const int64_t size = std::min(texts[i].size, length);
    if (size > 0) std::memcpy(to + i * length, texts[i].data, static_cast<size_t>(size));
    if (length > size) std::memset(to + i * length + size, 0, static_cast<size_t>(length - size));
  }
  const auto bytes = static_cast<size_t>(count * length);
  if (how.dtype == DType::boolean)
    std::transform(to, to + bytes, to, [](char byte) { return byte != 0 ? 1 : 0; });
  if (!how.is_little_endian)
    swap_bytes(to, bytes, static_cast<size_t>(is_complex(how.dtype) ? width / 2 : width));
  return out;
}

}  // namespace pelton::data
