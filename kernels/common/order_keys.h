// Owns the order of numbers in sorting and searching: unsigned keys of the same width that compare
// as the numbers do, NaN after all others. Keys lead back to their numbers.
#pragma once
#include <bit>
#include <type_traits>

#include "kernels/common/functors/functors.h"

namespace pelton {

namespace detail {
template <size_t Bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using type = uint8_t;
};
template <>
struct UnsignedOf<2> {
  using type = uint16_t;
};
template <>
struct UnsignedOf<4> {
  using type = uint32_t;
};
template <>
struct UnsignedOf<8> {
  using type = uint64_t;
};
}  // namespace detail

template <class T>
using order_key_t = typename detail::UnsignedOf<sizeof(T)>::type;

template <class T>
inline constexpr order_key_t<T> kTopBit = static_cast<order_key_t<T>>(order_key_t<T>{1}
                                                                      << (8 * sizeof(T) - 1));

namespace detail {
// Every bit is what the top one of `bits` is: without branches, so that loops over keys vectorise.
template <class T>
PELTON_HD order_key_t<T> all_as_top(order_key_t<T> bits) {
  using Key = order_key_t<T>;
  return static_cast<Key>(-static_cast<Key>(bits >> (8 * sizeof(T) - 1)));
}
}  // namespace detail

// The key of `x`: -0.0 comes before 0.0.
template <class T>
PELTON_HD order_key_t<T> order_key(T x) {
  using Key = order_key_t<T>;
  if constexpr (std::is_unsigned_v<T>) {
    return x;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<Key>(static_cast<Key>(x) ^ kTopBit<T>);
  } else {
    const auto value = compute_t<T>(x);
    const Key kept = value != value ? static_cast<Key>(~kTopBit<T>) : static_cast<Key>(~Key{0});
    const Key bits = static_cast<Key>(std::bit_cast<Key>(x) & kept);
    return static_cast<Key>(bits ^ (detail::all_as_top<T>(bits) | kTopBit<T>));
  }
}

// The key of `x` where -0.0 and 0.0, and all NaN, are one.
template <class T>
PELTON_HD order_key_t<T> equal_key(T x) {
  if constexpr (!std::is_integral_v<T>) {
    const auto value = compute_t<T>(x);
    if (value != value) return static_cast<order_key_t<T>>(~order_key_t<T>{0});
    if (value == 0) return kTopBit<T>;
  }
  return order_key(x);
}

// The number whose order_key is `key`.
template <class T>
PELTON_HD T number_of(order_key_t<T> key) {
  using Key = order_key_t<T>;
  if constexpr (std::is_unsigned_v<T>)
    return key;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<Key>(key ^ kTopBit<T>));
  else
    return std::bit_cast<T>(
        static_cast<Key>(key ^ (static_cast<Key>(~detail::all_as_top<T>(key)) | kTopBit<T>)));
}

}  // namespace pelton
