// Owns CRC-32C (Castagnoli), which guards the records of TFRecord files.
#pragma once
#include <cstddef>
#include <cstdint>

namespace pelton::data {

uint32_t crc32c(const char* bytes, size_t count);
// As records store it: rotated by 15 bits, plus a constant.
uint32_t masked_crc32c(const char* bytes, size_t count);

}  // namespace pelton::data
