// Owns the bytes of tf.train.Features in protobuf's wire format, as hostile input: fields of
// messages, features by key, and the values of a feature.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/dtype.h"
#include "core/string_element.h"

namespace pelton::data {

// The fields of a message in order.
class WireReader {
 public:
  struct Field {
    uint64_t number = 0;
    uint8_t type = 0;        // 0: `value`; 1, 2 and 5: `bytes`
    uint64_t value = 0;      // of a varint
    std::string_view bytes;  // of 8 bytes, of any length, or of 4
  };

  explicit WireReader(std::string_view bytes) : rest_(bytes) {}
  // False at the end, and where the bytes are no message: then is_bad().
  bool next(Field& field);
  bool is_bad() const { return is_bad_; }

 private:
  bool take(uint64_t count, std::string_view& out);

  std::string_view rest_;
  bool is_bad_ = false;
};

// Takes a varint off the front; false where there is none.
bool take_varint(std::string_view& bytes, uint64_t& value);

// One tf.train.Feature: the message of its list, whose kind is the dtype of the values.
struct FeatureBytes {
  bool is_set = false;
  DType dtype = DType::string;  // string, float32 or int64
  std::string_view list;
};

// The feature that the message holds; false where it is none.
bool read_feature(std::string_view message, FeatureBytes& out);

// Calls visit(key, value message) for each entry of a map; false where the message is malformed.
template <class Visit>
bool visit_map(std::string_view message, Visit&& visit) {
  WireReader entries(message);
  for (WireReader::Field entry; entries.next(entry);) {
    if (entry.number != 1 || entry.type != 2) continue;
    std::string_view key, value;
    WireReader parts(entry.bytes);
    for (WireReader::Field part; parts.next(part);) {
      if (part.type == 2 && part.number == 1) key = part.bytes;
      if (part.type == 2 && part.number == 2) value = part.bytes;
    }
    if (parts.is_bad() || !visit(key, value)) return false;
  }
  return !entries.is_bad();
}

// Appends the values of a list of that kind; false where it is malformed.
bool append_values(std::string_view list, std::vector<StringElement>& out);
bool append_values(std::string_view list, std::vector<float>& out);
bool append_values(std::string_view list, std::vector<int64_t>& out);

}  // namespace pelton::data
