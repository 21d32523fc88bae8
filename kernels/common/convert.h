// Owns convert(): one value from any dtype's type to any other's. Nothing is undefined: numbers
// that an integer type cannot hold give what x86 hardware gives, as in TensorFlow and NumPy.
#pragma once
#include <limits>

#include "kernels/common/functors/functors.h"

namespace pelton {

// Truncates towards zero. NaN and values outside the type give its smallest value for int32 and
// int64; narrower integers keep the low bits of an int32, uint32 those of an int64.
template <class To>
PELTON_HD To truncate_to(double x) {
  if constexpr (std::is_same_v<To, int64_t>) {
    return x >= -0x1p63 && x < 0x1p63 ? static_cast<int64_t>(x)
                                      : std::numeric_limits<int64_t>::min();
  } else if constexpr (std::is_same_v<To, uint64_t>) {
    if (x >= 0x1p63) return x < 0x1p64 ? static_cast<uint64_t>(x) : uint64_t{1} << 63;
    return static_cast<uint64_t>(truncate_to<int64_t>(x));
  } else if constexpr (std::is_same_v<To, uint32_t>) {
    return static_cast<uint32_t>(truncate_to<int64_t>(x));
  } else {
    const int32_t wide = x > -2147483649.0 && x < 2147483648.0
                             ? static_cast<int32_t>(x)
                             : std::numeric_limits<int32_t>::min();
    return static_cast<To>(wide);
  }
}

// The same for int32 without the way through double.
template <class To>
requires std::is_same_v<To, int32_t> PELTON_HD To truncate_to(float x) {
  const bool fits = x >= -0x1p31f && x < 0x1p31f;
  return fits ? static_cast<int32_t>(x) : std::numeric_limits<int32_t>::min();
}

// Complex numbers lose their imaginary part, for bool too; integers wrap around.
template <class To, class From>
PELTON_HD To convert(From x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (!std::is_same_v<compute_t<From>, From>) {
    return convert<To>(static_cast<float>(x));
  } else if constexpr (!std::is_same_v<compute_t<To>, To>) {
    return To(convert<float>(x));
  } else if constexpr (kIsComplex<From>) {
    if constexpr (kIsComplex<To>)
      return To(x);
    else
      return convert<To>(x.real());
  } else if constexpr (kIsComplex<To>) {
    return To(convert<typename To::value_type>(x));
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return truncate_to<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace pelton
