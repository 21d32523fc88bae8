// Owns reproducible random tensors and their values as double, for the tests of kernels.
#pragma once
#include <complex>
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "runtime/memory/memory.h"

namespace pelton {

// The next number in [-1, 1), a multiple of 1/1024: exact in float16's range of use.
inline double next_random(uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(state >> 53) / 1024.0 - 1.0;
}

// Values in [-1, 1), times 8 for integers.
inline Tensor random_tensor(const Shape& shape, DType dtype, uint64_t seed) {
  Tensor out = empty(shape, dtype);
  uint64_t state = seed * 1000003 + 17;
  visit(NumericTypes{}, dtype, [&]<class T>() {
    for (int64_t i = 0; i < out.size(); ++i) {
      const double x = next_random(state);
      if constexpr (std::is_integral_v<T>)
        out.data_as<T>()[i] = static_cast<T>(static_cast<int64_t>(8 * x));
      else if constexpr (requires(T value) { value.imag(); })
        out.data_as<T>()[i] = T(static_cast<float>(x), static_cast<float>(next_random(state)));
      else
        out.data_as<T>()[i] = T(static_cast<float>(x));
    }
  });
  return out;
}

// Row-major values; real numbers only.
inline std::vector<double> values_of(const Tensor& tensor) {
  const Tensor x = contiguous(tensor);
  std::vector<double> out(static_cast<size_t>(x.size()));
  visit(RealTypes{}, x.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < x.size(); ++i) {
      if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>)
        out[static_cast<size_t>(i)] = static_cast<float>(x.data_as<T>()[i]);
      else
        out[static_cast<size_t>(i)] = static_cast<double>(x.data_as<T>()[i]);
    }
  });
  return out;
}

// Largest |a - b|, infinite when the sizes differ or one is NaN.
inline double max_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;
    if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
  }
  return largest;
}

// Rounding error of a sum of `terms` products of numbers below 1 that ends in `dtype`.
inline double tolerance(DType dtype, int64_t terms) {
  const double n = static_cast<double>(terms) + 4;
  switch (dtype) {
    case DType::float16:
      return 1e-3 * (1 + n / 8);
    case DType::bfloat16:
      return 8e-3 * (1 + n / 8);
    case DType::float32:
      return 1e-7 * n;
    case DType::float64:
      return 1e-15 * n;
    default:
      return 0;
  }
}

}  // namespace pelton
