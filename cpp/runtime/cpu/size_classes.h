// Owns the size classes of host memory: which sizes of blocks there are, and whose requests get
// one.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>

namespace pelton::size_classes {

// Four classes per power of two waste at most a quarter; larger blocks belong to none.
inline constexpr size_t kCount = 4 * 22;
inline constexpr size_t kSmallest = 64;

// Class 4k + j holds blocks of 64 * 2^k * (1 + j/4) bytes; may be kCount or more.
constexpr size_t class_of(size_t bytes) {
  const size_t units = std::max<size_t>(1, (bytes + kSmallest - 1) / kSmallest);
  const int power = std::bit_width(units) - 1;
  const size_t base = size_t{1} << power;
  const size_t quarter = base >= 4 ? (4 * (units - base) + base - 1) / base : units > base ? 4 : 0;
  return 4 * static_cast<size_t>(power) + quarter;
}

// Bytes of each block of a class.
constexpr size_t block_bytes(size_t index) {
  const size_t base = kSmallest << (index / 4);
  return base + base / 4 * (index % 4);
}

}  // namespace pelton::size_classes
