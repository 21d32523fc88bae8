// Owns StringElement, what tensors of strings have as elements: where some bytes lie. It owns none:
// whose they are is the storage's StringBytes.
#pragma once
#include <cstdint>
#include <string_view>

namespace pelton {

// Any bytes, UTF-8 or not; all zero bits are the empty string.
struct StringElement {
  const char* data;
  int64_t size;

  std::string_view view() const { return {data, static_cast<size_t>(size)}; }
  bool operator==(const StringElement& other) const { return view() == other.view(); }
};

}  // namespace pelton
