#include "core/element.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace pelton {
namespace {

template <class T>
T convert(double value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value != 0.0;
  } else if constexpr (std::is_integral_v<T>) {
    // 2^digits is exact as a double; the largest T itself may not be.
    const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
    const double lowest = std::is_signed_v<T> ? -limit : 0.0;
    check(value >= lowest && value < limit && value == std::trunc(value), "value ", value,
          " cannot be converted to ", dtype_of<T>);
    return static_cast<T>(value);
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return T(static_cast<float>(value));
  } else {
    return T(static_cast<typename std::conditional_t<
                 std::is_same_v<T, Complex64> || std::is_same_v<T, float>, float, double>>(value));
  }
}

}  // namespace

Element to_element(double value, DType dtype) {
  Element out{};
  check(dtype != DType::string || value == 0.0, "value ", value, " cannot be converted to string");
  if (dtype == DType::string) return out;
  visit(AllTypes{}, dtype, [&]<class T>() {
    const T converted = convert<T>(value);
    std::memcpy(out.bytes, &converted, sizeof converted);
  });
  return out;
}

}  // namespace pelton
