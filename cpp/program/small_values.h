// Owns how programs read the booleans and integers that their way depends on.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "core/tensor.h"

namespace pelton {

// The elements of booleans, int32 or int64 values; waits for their device. Raises invalid_argument
// for any other dtype.
std::vector<int64_t> integers_of(const Tensor& values);
// The only element of such a tensor.
int64_t integer_of(const Tensor& scalar);
// "3" or "[1, 0]".
std::string values_text(const Tensor& integers);

// Whether two row-major tensors on the host are equal, bit by bit.
inline bool is_same_value(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         std::memcmp(a.data(), b.data(), static_cast<size_t>(a.bytes())) == 0;
}

}  // namespace pelton
