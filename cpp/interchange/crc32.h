// Owns crc32(), the checksum of files: CRC-32 as zlib and PNG have it.
#pragma once
#include <cstdint>
#include <string_view>

namespace pelton {

// The CRC-32 (polynomial 0xEDB88320, reflected) of all bytes; 0 for none.
uint32_t crc32(std::string_view bytes);

}  // namespace pelton
