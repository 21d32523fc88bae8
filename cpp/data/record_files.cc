#include "data/record_files.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "data/crc32c.h"
#include "data/file_names.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {
namespace {

// A 0-d string of `count` bytes that fill(bytes) writes.
template <class Fill>
Tensor string_of(size_t count, Fill&& fill) {
  auto bytes = make_ref<StringBytes>();
  char* const room = bytes->room(count);
  fill(room);
  Tensor out = empty({}, DType::string);
  *out.data_as<StringElement>() = {room, static_cast<int64_t>(count)};
  out.storage()->set_strings(std::move(bytes));
  return out;
}

Tensor string_of(std::string_view text) {
  return string_of(text.size(), [&](char* to) { text.copy(to, text.size()); });
}

// The next record of an open file; false at its end.
class Records {
 public:
  virtual ~Records() = default;
  virtual bool next(Tensor& out) = 0;
};

constexpr size_t kTrustedBytes = 16 << 20;

template <class T>
T number_at(const char* bytes) {
  T out;
  std::memcpy(&out, bytes, sizeof(T));
  return out;
}

class TfRecords : public Records {
 public:
  explicit TfRecords(std::unique_ptr<ByteSource> source) : reader_(std::move(source)) {}

  bool next(Tensor& out) override {
    const uint64_t begin = reader_.position();
    char head[12];
    const size_t got = reader_.read(head, sizeof(head));
    if (got == 0 || (got < sizeof(head) && begin == 0)) return false;
    check_whole(got == sizeof(head), begin);
    check(masked_crc32c(head, 8) == number_at<uint32_t>(head + 8), Code::data_loss,
          "corrupted record at ", begin, " (Is this even a TFRecord file?)");
    const auto length = static_cast<size_t>(number_at<uint64_t>(head));
    if (length <= kTrustedBytes)
      out = string_of(length,
                      [&](char* to) { check_whole(reader_.read(to, length) == length, begin); });
    else
      out = string_of(read_long(length, begin));
    char foot[4];
    check_whole(reader_.read(foot, sizeof(foot)) == sizeof(foot), begin);
    const char* const bytes = out.data_as<StringElement>()->data;
    check(masked_crc32c(bytes, length) == number_at<uint32_t>(foot), Code::data_loss,
          "corrupted record at ", begin + sizeof(head));
    return true;
  }

 private:
  // A file may claim more than memory holds, or than it has itself.
  std::string read_long(size_t length, uint64_t begin) {
    std::string bytes;
    while (bytes.size() < length) {
      const size_t done = bytes.size(), part = std::min(length - done, kTrustedBytes);
      bytes.resize(done + part);
      check_whole(reader_.read(bytes.data() + done, part) == part, begin);
    }
    return bytes;
  }
  static void check_whole(bool is_whole, uint64_t begin) {
    check(is_whole, Code::data_loss, "truncated record at ", begin,
          "' failed with Read less bytes than requested");
  }

  ByteReader reader_;
};

class TextLines : public Records {
 public:
  explicit TextLines(std::unique_ptr<ByteSource> source) : reader_(std::move(source)) {}
  bool next(Tensor& out) override {
    if (!reader_.read_line(line_)) return false;
    out = string_of(line_);
    return true;
  }

 private:
  ByteReader reader_;
  std::string line_;
};

// Read as a whole: where the foot begins is only known at the end.
class FixedRecords : public Records {
 public:
  FixedRecords(const std::string& name, std::unique_ptr<ByteSource> source, FixedLength lengths)
      : lengths_(lengths), at_(lengths.head) {
    ByteReader reader(std::move(source));
    char part[1 << 16];
    while (const size_t got = reader.read(part, sizeof(part))) bytes_.append(part, got);
    const size_t around = lengths.head + lengths.foot;
    const size_t body = bytes_.size() < around ? 0 : bytes_.size() - around;
    check(bytes_.size() >= around && body % lengths.length == 0, "Excluding the header (",
          lengths.head, " bytes) and footer (", lengths.foot, " bytes), input file \"", name,
          "\" has body length ", body,
          " bytes, which is not an exact multiple of the record length (", lengths.length,
          " bytes).");
  }
  bool next(Tensor& out) override {
    if (at_ + lengths_.length + lengths_.foot > bytes_.size()) return false;
    out = string_of(std::string_view(bytes_).substr(at_, lengths_.length));
    at_ += lengths_.length;
    return true;
  }

 private:
  const FixedLength lengths_;
  std::string bytes_;
  size_t at_;
};

// The next record; errors name the file, of which then no more is read.
bool next_of(std::unique_ptr<Records>& records, const std::string& file, Tensor& out) {
  try {
    return records->next(out);
  } catch (const Error& error) {
    if (error.code() != Code::interrupted) records.reset();
    throw in_file(error, file);
  }
}

// `begin(name)` gives the records of a file.
template <class Begin>
DatasetRef records_of(const char* kind, DatasetRef names, Begin begin) {
  return make_dataset({kind, {names}}, kUnknownCardinality, [names, begin = std::move(begin)] {
    return make_iterator([files = names->iterate(), begin, records = std::unique_ptr<Records>(),
                          file = std::string(), count = int64_t{0}](Element& out) mutable {
      while (true) {
        poll_interrupt_at(count++);
        Element name;
        if (records == nullptr && !files->next(name)) return false;
        const AtWork at_work;
        if (records == nullptr) {
          file = file_name(name);
          records = begin(file);
        }
        Tensor record;
        if (next_of(records, file, record)) {
          out = Element({Component(std::move(record))});
          return true;
        }
        records.reset();
      }
    });
  });
}

}  // namespace

DatasetRef tf_records(DatasetRef names, OpenFile open) {
  return records_of("TFRecord", std::move(names),
                    [open = std::move(open)](const std::string& name) {
                      return std::make_unique<TfRecords>(open(name));
                    });
}

DatasetRef text_lines(DatasetRef names, OpenFile open) {
  return records_of("TextLine", std::move(names),
                    [open = std::move(open)](const std::string& name) {
                      return std::make_unique<TextLines>(open(name));
                    });
}

DatasetRef fixed_length_records(DatasetRef names, OpenFile open, FixedLength lengths) {
  check(lengths.length > 0, "record_bytes must be greater than 0");
  return records_of("FixedLengthRecord", std::move(names),
                    [open = std::move(open), lengths](const std::string& name) {
                      return std::make_unique<FixedRecords>(name, open(name), lengths);
                    });
}

}  // namespace pelton::data
