#include "data/crc32c.h"

#include <array>
#include <cstring>

namespace pelton::data {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78u;  // reversed

// Row k: what a byte that k others follow does to the sum ("slicing by eight").
constexpr auto kTable = [] {
  std::array<std::array<uint32_t, 256>, 8> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t sum = i;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? kPolynomial : 0);
    table[0][i] = sum;
  }
  for (size_t row = 1; row < 8; ++row)
    for (size_t i = 0; i < 256; ++i)
      table[row][i] = (table[row - 1][i] >> 8) ^ table[0][table[row - 1][i] & 0xff];
  return table;
}();

}  // namespace

uint32_t crc32c(const char* bytes, size_t count) {
  uint32_t sum = ~0u;
  while (count >= 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    word ^= sum;
    sum = 0;
    for (size_t i = 0; i < 8; ++i) sum ^= kTable[7 - i][(word >> (8 * i)) & 0xff];
    bytes += 8;
    count -= 8;
  }
  for (; count > 0; --count)
    sum = (sum >> 8) ^ kTable[0][(sum ^ static_cast<unsigned char>(*bytes++)) & 0xff];
  return ~sum;
}

uint32_t masked_crc32c(const char* bytes, size_t count) {
  const uint32_t sum = crc32c(bytes, count);
  return ((sum >> 15) | (sum << 17)) + 0xa282ead8u;
}

}  // namespace pelton::data
