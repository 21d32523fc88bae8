#include "core/device.h"

#include <algorithm>
#include <charconv>

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

int parse_index(std::string_view digits, std::string_view whole) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  check(error == std::errc{} && end == digits.data() + digits.size() && value >= 0,
        Code::value_error, "invalid literal for int: ", whole);
  return value;
}

void set_type(DeviceSpec& spec, std::string type, std::string_view whole) {
  check(!spec.type, Code::value_error, "Cannot specify multiple device types: ", whole);
  spec.type = std::move(type);
}

// One part between slashes, split at its colons: key[:second[:third]].
void parse_part(DeviceSpec& spec, std::string_view part, std::string_view whole) {
  const size_t first = part.find(':');
  const std::string_view key = part.substr(0, first);
  const std::string_view rest = first == std::string_view::npos ? "" : part.substr(first + 1);
  const bool has_value = first != std::string_view::npos;
  if (has_value && key == "job") {
    spec.job = std::string(rest);
  } else if (has_value && key == "replica") {
    spec.replica = parse_index(rest, whole);
  } else if (has_value && key == "task") {
    spec.task = parse_index(rest, whole);
  } else if (is_device_type(key)) {
    set_type(spec, upper(key), whole);
    if (has_value && rest != "*") spec.index = parse_index(rest, whole);
  } else if (key == "device" && rest.find(':') != std::string_view::npos) {
    const size_t second = rest.find(':');
    const std::string_view type = rest.substr(0, second);
    set_type(spec, type == "cpu" || type == "gpu" ? upper(type) : std::string(type), whole);
    if (rest.substr(second + 1) != "*") spec.index = parse_index(rest.substr(second + 1), whole);
  } else {
    raise(Code::value_error, "Unknown attribute: '", key, "' in '", whole, "'");
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
