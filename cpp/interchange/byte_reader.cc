#include "interchange/byte_reader.h"

#include <algorithm>

namespace pelton {
namespace {

// How many bytes the character that begins with `first` takes; 0 for what begins none.
size_t length_of_character(uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// Whether bytes are UTF-8, with neither surrogates nor longer forms than needed.
bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    const size_t length = length_of_character(byte(0));
    if (length == 0 || length > text.size()) return false;
    for (size_t i = 1; i < length; ++i)
      if ((byte(i) & 0xC0) != 0x80) return false;
    const bool is_long = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
    const bool is_no_character =
        (byte(0) == 0xED && byte(1) >= 0xA0) || (byte(0) == 0xF4 && byte(1) >= 0x90);
    if (is_long || is_no_character) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::string_view ByteReader::raw(uint64_t count, const char* what) {
  require(count <= left(), what, " would need ", count, " bytes, and ", left(), " are left");
  const std::string_view out = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  at_ += count;
  return out;
}

size_t ByteReader::count(size_t most, size_t least_bytes, const char* what) {
  const ByteReader before = *this;
  const auto n = number<uint32_t>(what);
  before.require(n <= most, n, ' ', what, ", where a file may hold ", most);
  before.require(n <= left() / least_bytes, n, ' ', what, " do not fit into the ", left(),
                 " bytes that are left");
  return n;
}

uint8_t ByteReader::below(size_t limit, const char* what) {
  const ByteReader before = *this;
  const auto value = number<uint8_t>(what);
  before.require(value < limit, what, " is ", int{value}, ", not below ", limit);
  return value;
}

std::string_view ByteReader::text(const char* what) {
  const auto length = number<uint32_t>(what);
  const ByteReader before = *this;
  const std::string_view out = raw(length, what);
  before.require(is_utf8(out), what, " is not UTF-8");
  return out;
}

DType ByteReader::dtype(const char* what) {
  const ByteReader before = *this;
  const auto value = number<uint8_t>(what);
  before.require(value < kDTypeCount, what, " is number ", int{value}, ", which is no dtype");
  return static_cast<DType>(value);
}

Axes ByteReader::integers(const char* what) {
  const ByteReader before = *this;
  const auto count = number<uint8_t>(what);
  before.require(count <= kMaxRank, what, " has ", int{count}, " numbers, at most ", kMaxRank,
                 " are possible");
  Axes out;
  for (size_t i = 0; i < count; ++i) out.push_back(number<int64_t>(what));
  return out;
}

Shape ByteReader::shape(const char* what, bool or_unknown) {
  const ByteReader before = *this;
  const Shape out = integers(what);
  for (int64_t size : out)
    before.require(size >= 0 || (or_unknown && size == kUnknown), what, " has a size of ", size);
  return out;
}

std::string_view ByteReader::elements(DType dtype, const Shape& shape, const char* what) {
  require(dtype != DType::string, what, " is of strings, which variables are not");
  int64_t count = 1, bytes = 0;
  bool fits = std::find(shape.begin(), shape.end(), 0) == shape.end();
  if (!fits) return {};
  for (int64_t size : shape) fits = fits && !__builtin_mul_overflow(count, size, &count);
  fits = fits && !__builtin_mul_overflow(count, size_of(dtype), &bytes);
  require(fits, what, " has shape ", shape, ", whose bytes exceed 64 bits");
  const ByteReader before = *this;
  const std::string_view out = raw(static_cast<uint64_t>(bytes), what);
  const auto is_bool = [](char byte) { return byte == 0 || byte == 1; };
  before.require(dtype != DType::boolean || std::all_of(out.begin(), out.end(), is_bool), what,
                 " has a byte that is neither true nor false");
  return out;
}

std::vector<std::string_view> ByteReader::strings(const Shape& shape, const char* what) {
  const ByteReader before = *this;
  uint64_t count = 1, most = left() / sizeof(uint32_t);
  for (int64_t size : shape) {
    if (size == 0) return {};
    before.require(static_cast<uint64_t>(size) <= most / count, what, " has shape ", shape,
                   ", more strings than the ", left(), " bytes that are left can hold");
    count *= static_cast<uint64_t>(size);
  }
  std::vector<std::string_view> out;
  for (uint64_t i = 0; i < count; ++i) out.push_back(raw(number<uint32_t>(what), what));
  return out;
}

ByteReader ByteReader::section(std::string_view name) {
  const ByteReader before = *this;
  const std::string_view found = raw(name.size(), "a section's name");
  before.require(found == name, "section ", std::string(name), " was expected");
  const auto length = number<uint64_t>("a section's length");
  const size_t begin = at_;
  return ByteReader(raw(length, "a section"), begin);
}

void ByteReader::check_end(const char* what) const {
  require(left() == 0, left(), " bytes follow the last of ", what);
}

}  // namespace pelton
