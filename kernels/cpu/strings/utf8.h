// Owns reading and writing UTF-8, where what is none counts byte by byte.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace pelton::cpu {

inline constexpr uint32_t kReplacement = 0xFFFD;

struct Character {
  uint32_t code = kReplacement;
  int size = 1;  // in bytes
  bool is_valid = false;
};

// The character at the beginning of `text`, which is not empty.
inline Character first_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const int size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (size == 0) return {};
  uint32_t code = first & (0xFF >> (size + 1));
  for (int i = 1; i < size; ++i) {
    const auto at = static_cast<size_t>(i);
    if (at >= text.size() || (byte(at) & 0xC0) != 0x80) return {kReplacement, i, false};
    // Longer forms than needed, surrogates and what is no character end after the first byte.
    if (i == 1) {
      const uint8_t second = byte(1);
      const bool is_bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                          (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
      if (is_bad) return {};
    }
    code = code << 6 | (byte(at) & 0x3F);
  }
  return {code, size, true};
}

inline bool is_character(int64_t code) {
  return code >= 0 && code < 0x110000 && (code < 0xD800 || code > 0xDFFF);
}

// `code` is a character.
inline void append_utf8(std::string& out, uint32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace pelton::cpu
