#include "interchange/crc32.h"

#include <array>
#include <bit>
#include <cstring>

namespace pelton {
namespace {

constexpr size_t kAtOnce = 8;  // bytes
using Tables = std::array<std::array<uint32_t, 256>, kAtOnce>;

// Row k holds what a byte adds to the checksum when k more bytes follow it.
constexpr Tables make_tables() {
  Tables out{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xEDB88320u : 0);
    out[0][byte] = sum;
  }
  for (size_t k = 1; k < kAtOnce; ++k)
    for (size_t byte = 0; byte < 256; ++byte)
      out[k][byte] = (out[k - 1][byte] >> 8) ^ out[0][out[k - 1][byte] & 255];
  return out;
}

constexpr Tables kTables = make_tables();

}  // namespace

uint32_t crc32(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  uint32_t sum = ~0u;
  for (; bytes.size() >= kAtOnce; bytes.remove_prefix(kAtOnce)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), kAtOnce);
    word ^= sum;
    sum = 0;
    for (size_t k = 0; k < kAtOnce; ++k)
      sum ^= kTables[kAtOnce - 1 - k][static_cast<uint8_t>(word >> (8 * k))];
  }
  for (const char c : bytes)
    sum = (sum >> 8) ^ kTables[0][static_cast<uint8_t>(sum) ^ static_cast<uint8_t>(c)];
  return ~sum;
}

}  // namespace pelton
