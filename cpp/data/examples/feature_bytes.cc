#include "data/examples/feature_bytes.h"

#include <cstring>

namespace pelton::data {

bool take_varint(std::string_view& bytes, uint64_t& value) {
  value = 0;
  for (size_t i = 0; i < 10 && i < bytes.size(); ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if (i == 9 && byte > 1) return false;
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      bytes.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

bool WireReader::take(uint64_t count, std::string_view& out) {
  if (count > rest_.size()) return false;
  out = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return true;
}

bool WireReader::next(Field& field) {
  if (rest_.empty() || is_bad_) return false;
  uint64_t tag = 0, count = 0;
  bool is_good = take_varint(rest_, tag) && tag >> 3 != 0 && tag >> 32 == 0;
  field.number = tag >> 3;
  field.type = tag & 7;
  switch (field.type) {
    case 0:
      is_good = is_good && take_varint(rest_, field.value);
      break;
    case 1:
      is_good = is_good && take(8, field.bytes);
      break;
    case 2:
      is_good = is_good && take_varint(rest_, count) && take(count, field.bytes);
      break;
    case 5:
      is_good = is_good && take(4, field.bytes);
      break;
    default:
      is_good = false;
  }
  is_bad_ = !is_good;
  return is_good;
}

bool read_feature(std::string_view message, FeatureBytes& out) {
  constexpr DType kKinds[] = {DType::string, DType::float32, DType::int64};
  WireReader fields(message);
  for (WireReader::Field field; fields.next(field);)
    if (field.type == 2 && field.number >= 1 && field.number <= 3)
      out = {true, kKinds[field.number - 1], field.bytes};
  return !fields.is_bad();
}

bool append_values(std::string_view list, std::vector<StringElement>& out) {
  WireReader fields(list);
  for (WireReader::Field field; fields.next(field);)
    if (field.number == 1 && field.type == 2)
      out.push_back({field.bytes.data(), static_cast<int64_t>(field.bytes.size())});
  return !fields.is_bad();
}

bool append_values(std::string_view list, std::vector<float>& out) {
  WireReader fields(list);
  for (WireReader::Field field; fields.next(field);) {
    if (field.number != 1 || (field.type != 2 && field.type != 5)) continue;
    if (field.bytes.size() % sizeof(float) != 0) return false;
    if (field.bytes.empty()) continue;
    const size_t done = out.size();
    out.resize(done + field.bytes.size() / sizeof(float));
    std::memcpy(out.data() + done, field.bytes.data(), field.bytes.size());
  }
  return !fields.is_bad();
}

bool append_values(std::string_view list, std::vector<int64_t>& out) {
  WireReader fields(list);
  for (WireReader::Field field; fields.next(field);) {
    if (field.number == 1 && field.type == 0) out.push_back(static_cast<int64_t>(field.value));
    if (field.number != 1 || field.type != 2) continue;
    for (uint64_t value = 0; !field.bytes.empty();) {
      if (!take_varint(field.bytes, value)) return false;
      out.push_back(static_cast<int64_t>(value));
    }
  }
  return !fields.is_bad();
}

}  // namespace pelton::data
