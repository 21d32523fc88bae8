#include "data/byte_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {
namespace {

constexpr size_t kBufferBytes = 256 << 10;

[[noreturn]] void raise_errno(const std::string& name, int error) {
  const Code code = error == ENOENT || error == ENOTDIR ? Code::not_found
                    : error == EACCES                   ? Code::permission_denied
                    : error == EISDIR                   ? Code::failed_precondition
                                                        : Code::internal;
  raise(code, name, "; ", std::strerror(error));
}

// The system would open what is named before a null character.
const char* checked(const std::string& name) {
  check(name.find('\0') == name.npos, Code::invalid_argument,
        "a file's name holds a null character: ", name.substr(0, name.find('\0')));
  return name.c_str();
}

class PlainFile : public ByteSource {
 public:
  explicit PlainFile(const std::string& name)
      : name_(name), file_(open(checked(name), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) raise_errno(name, errno);
  }
  ~PlainFile() override { close(file_); }

  size_t read(char* to, size_t count) override {
    while (true) {
      const ssize_t got = ::read(file_, to, count);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EINTR) raise_errno(name_, errno);
    }
  }

 private:
  const std::string name_;
  const int file_;
};

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::string& name) {
  return std::make_unique<PlainFile>(name);
}

ByteReader::ByteReader(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)), buffer_(kBufferBytes) {}

bool ByteReader::fill() {
  poll_interrupt();  // a device's file has no end
  begin_ = 0;
  end_ = source_->read(buffer_.data(), buffer_.size());
  return end_ > 0;
}

size_t ByteReader::read(char* to, size_t count) {
  size_t done = 0;
  while (done < count && (begin_ < end_ || fill())) {
    const size_t part = std::min(count - done, end_ - begin_);
    std::memcpy(to + done, buffer_.data() + begin_, part);
    begin_ += part;
    done += part;
  }
  position_ += done;
  return done;
}

bool ByteReader::append_line(std::string& line) {
  bool found = false;
  while (begin_ < end_ || fill()) {
    found = true;
    const char* const from = buffer_.data() + begin_;
    const auto* const end = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_));
    const size_t part = end != nullptr ? static_cast<size_t>(end - from) : end_ - begin_;
    line.append(from, part);
    begin_ += part + (end != nullptr ? 1 : 0);
    position_ += part + (end != nullptr ? 1 : 0);
    if (end != nullptr) break;
  }
  return found;
}

bool ByteReader::read_line(std::string& line) {
  line.clear();
  const uint64_t begin = position_;
  if (!append_line(line)) return false;
  const bool is_whole = position_ - begin > line.size();
  if (is_whole && !line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

}  // namespace pelton::data
