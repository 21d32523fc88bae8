// Owns how the C++ tests make small tensors and read them back.
#pragma once
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"

namespace pelton::test {

inline constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
inline constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();

template <class T>
Tensor tensor(const Shape& shape, const std::vector<T>& values) {
  REQUIRE(element_count(shape) == static_cast<int64_t>(values.size()));
  return from_host(values.data(), shape, dtype_of<T>);
}

inline Tensor floats(const std::vector<float>& values, const Shape& shape) {
  return tensor(shape, values);
}
inline Tensor floats(const std::vector<float>& values) {
  return floats(values, {static_cast<int64_t>(values.size())});
}

// The elements in row-major order, whatever the strides.
template <class T>
std::vector<T> values(const Tensor& x) {
  REQUIRE(x.dtype() == dtype_of<T>);
  std::vector<T> out(static_cast<size_t>(x.size()));
  to_host(x, out.data());
  return out;
}

// first, first + 1, ... in row-major order.
template <class T = double>
Tensor counting(const Shape& shape, T first = T(0)) {
  std::vector<T> out(static_cast<size_t>(element_count(shape)));
  std::iota(out.begin(), out.end(), first);
  return tensor(shape, out);
}

// The message of the Error that f() raises; "" when it raises none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.message();
  }
  return "";
}

}  // namespace pelton::test
