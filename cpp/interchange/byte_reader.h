// Owns ByteReader, which takes bytes of unknown origin apart: whatever they say, it reads inside of
// them only and asks for no more memory than they could fill.
#pragma once
#include <cstring>
#include <string_view>
#include <vector>

#include "core/dtype.h"
#include "core/shape.h"
#include "core/tensor.h"

namespace pelton {

// Each raises invalid_argument, which names the byte and `what` was to be read there.
class ByteReader {
 public:
  // `offset` of the first byte in the file.
  explicit ByteReader(std::string_view bytes, size_t offset = 0) : bytes_(bytes), at_(offset) {}

  // All bytes that are left.
  std::string_view whole() const { return bytes_; }
  // Of the next byte in the file.
  size_t at() const { return at_; }
  size_t left() const { return bytes_.size(); }

  template <class T>
  T number(const char* what) {
    static_assert(std::is_arithmetic_v<T>);
    T out;
    std::memcpy(&out, raw(sizeof out, what).data(), sizeof out);
    return out;
  }
  std::string_view raw(uint64_t count, const char* what);
  // A number of entries that follow, each of `least_bytes` or more.
  size_t count(size_t most, size_t least_bytes, const char* what);
  // One byte below `limit`.
  uint8_t below(size_t limit, const char* what);
  bool flag(const char* what) { return below(2, what) == 1; }
  // UTF-8.
  std::string_view text(const char* what);
  DType dtype(const char* what);
  // Any integers, as many as a tensor has axes at most.
  Axes integers(const char* what);
  // Sizes that are known; `or_unknown`: or kUnknown.
  Shape shape(const char* what, bool or_unknown = false);
  // The bytes of the elements of a tensor, true and false being 1 and 0.
  std::string_view elements(DType dtype, const Shape& shape, const char* what);
  // Those of a tensor of strings, of any bytes, one after the other.
  std::vector<std::string_view> strings(const Shape& shape, const char* what);
  // What lies in the next section, which must have this name.
  ByteReader section(std::string_view name);
  void check_end(const char* what) const;

 private:
  template <class... Parts>
  void require(bool ok, const Parts&... parts) const {
    check(ok, "byte ", at_, ": ", parts...);
  }

  std::string_view bytes_;
  size_t at_;
};

}  // namespace pelton
