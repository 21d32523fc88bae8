// Owns ByteWriter: numbers, texts, shapes and tensors one after the other as bytes, little-endian.
#pragma once
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/error.h"
#include "core/shape.h"
#include "core/string_element.h"
#include "runtime/memory/memory.h"

namespace pelton {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

class ByteWriter {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    raw({reinterpret_cast<const char*>(&value), sizeof value});
  }
  void raw(std::string_view bytes) { bytes_ += bytes; }
  // A count of what follows; raises invalid_argument for more than `most`.
  void count(size_t n, size_t most, const char* what) {
    check(n <= most, "a program file holds at most ", most, ' ', what, ", not ", n);
    number(static_cast<uint32_t>(n));
  }
  void text(std::string_view text) {
    number(static_cast<uint32_t>(text.size()));
    raw(text);
  }
  void sizes(const Shape& sizes) {
    number(static_cast<uint8_t>(sizes.size()));
    for (int64_t size : sizes) number(size);
  }
  // The elements in row-major order, from whatever device; strings as texts of any bytes.
  void elements(const Tensor& tensor) {
    if (tensor.dtype() == DType::string) return strings(tensor);
    const size_t at = bytes_.size();
    bytes_.resize(at + static_cast<size_t>(tensor.bytes()));
    to_host(tensor, bytes_.data() + at);
  }
  // A section: its name of four letters, its length, and what `body` writes.
  template <class Body>
  void section(std::string_view name, Body&& body) {
    raw(name);
    const size_t at = bytes_.size();
    number(uint64_t{0});
    body();
    set(at, static_cast<uint64_t>(bytes_.size() - at - sizeof(uint64_t)));
  }
  // Overwrites the number at byte `at`.
  template <class T>
  void set(size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  void strings(const Tensor& tensor) {
    std::vector<StringElement> elements(static_cast<size_t>(tensor.size()));
    to_host(tensor, elements.data());
    for (const StringElement& element : elements) text(element.view());
  }

  std::string bytes_;
};

}  // namespace pelton
