#include "core/device.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace pelton {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

bool is_device_type(std::string_view text) {
  const std::string type = upper(text);
  return type == "CPU" || type == "GPU" || type == "TPU" || type == "CUSTOM" || type == "EPU";
}

// As Python's int(): spaces around, a sign, leading zeros; what is too large is the largest.
int parse_index(std::string_view text) {
  const auto refuse = [&] {
    raise(Code::value_error, "invalid literal for int() with base 10: '", text, "'");
  };
  const size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) refuse();
  std::string_view digits = text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
  if (digits[0] == '+') digits.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || error == std::errc::invalid_argument) refuse();
  if (error == std::errc::result_out_of_range)
    return digits[0] == '-' ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  return value;
}

void set_type(DeviceSpec& spec, std::string type, std::string_view whole) {
  check(!spec.type, Code::value_error,
        "Multiple device types are not allowed while parsing the device spec: ", whole, ".");
  spec.type = std::move(type);
}

// One part between slashes, split at its colons: key[:second[:third]].
void parse_part(DeviceSpec& spec, std::string_view part, std::string_view whole) {
  const size_t first = part.find(':');
  const std::string_view key = part.substr(0, first);
  const std::string_view rest = first == std::string_view::npos ? "" : part.substr(first + 1);
  const auto pieces = 1 + std::count(part.begin(), part.end(), ':');
  if (pieces == 2 && key == "job") {
    spec.job = std::string(rest);
  } else if (pieces == 2 && key == "replica") {
    spec.replica = parse_index(rest);
  } else if (pieces == 2 && key == "task") {
    spec.task = parse_index(rest);
  } else if (pieces <= 2 && is_device_type(key)) {
    set_type(spec, upper(key), whole);
    if (pieces == 2 && rest != "*") spec.index = parse_index(rest);
  } else if (pieces == 3 && key == "device") {
    const size_t second = rest.find(':');
    const std::string_view type = rest.substr(0, second);
    set_type(spec, type == "cpu" || type == "gpu" ? upper(type) : std::string(type), whole);
    if (rest.substr(second + 1) != "*") spec.index = parse_index(rest.substr(second + 1));
  } else {
    raise(Code::value_error, "Unknown attribute '", key,
          "' is encountered while parsing the device spec: '", whole, "'.");
  }
}

}  // namespace

std::string_view name(DeviceType type) { return type == DeviceType::cpu ? "CPU" : "GPU"; }

std::string short_name(Device device) {
  return cat("/device:", name(device.type), ":", device.index);
}

std::string full_name(Device device) {
  return cat("/job:localhost/replica:0/task:0", short_name(device));
}

DeviceSpec DeviceSpec::parse(std::string_view text) {
  DeviceSpec spec;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t slash = std::min(text.find('/', at), text.size());
    if (slash > at) parse_part(spec, text.substr(at, slash - at), text);
    at = slash + 1;
  }
  return spec;
}

DeviceSpec DeviceSpec::merged_with(const DeviceSpec& inner) const {
  DeviceSpec out = *this;
  if (inner.job) out.job = inner.job;
  if (inner.replica) out.replica = inner.replica;
  if (inner.task) out.task = inner.task;
  if (inner.type) out.type = inner.type;
  if (inner.index) out.index = inner.index;
  return out;
}

std::string DeviceSpec::to_string() const {
  std::string out;
  if (job) out += cat("/job:", *job);
  if (replica) out += cat("/replica:", *replica);
  if (task) out += cat("/task:", *task);
  if (type) {
    out += cat("/device:", *type, ":");
    out += index ? std::to_string(*index) : "*";
  }
  return out;
}

}  // namespace pelton
