// Owns ByteSource: the bytes of a file in order, and ByteReader, which reads them in pieces.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pelton::data {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Up to `count` bytes; none only at the end. Raises what reading raises.
  virtual size_t read(char* to, size_t count) = 0;
};
using OpenFile = std::function<std::unique_ptr<ByteSource>(const std::string& name)>;

// A file as it is. Raises not_found and permission_denied, which name it.
std::unique_ptr<ByteSource> open_file(const std::string& name);

// Reads through a buffer.
class ByteReader {
 public:
  explicit ByteReader(std::unique_ptr<ByteSource> source);
  // As many bytes as there are, at most `count`.
  size_t read(char* to, size_t count);
  // The next line without its end, "\n" or "\r\n"; false where there is none.
  bool read_line(std::string& line);
  // Appends the next line without its "\n"; false where there is none.
  bool append_line(std::string& line);
  // Of the next byte, from the beginning.
  uint64_t position() const { return position_; }

 private:
  bool fill();

  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;
  uint64_t position_ = 0;
};

}  // namespace pelton::data
