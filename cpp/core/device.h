// Owns Device (a kind and an index) and DeviceSpec, the parsed and partly filled device name.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace pelton {

enum class DeviceType : uint8_t { cpu, gpu };

struct Device {
  DeviceType type = DeviceType::cpu;
  int16_t index = 0;
  bool operator==(const Device&) const = default;
};

// "CPU" or "GPU".
std::string_view name(DeviceType type);
// Canonical full name: "/job:localhost/replica:0/task:0/device:CPU:0".
std::string full_name(Device device);
// Short name: "/device:CPU:0".
std::string short_name(Device device);

inline void append(std::string& out, Device device) { out += full_name(device); }

// The parts of a device name that were given; TensorFlow's grammar (`tf.DeviceSpec.from_string`).
struct DeviceSpec {
  std::optional<std::string> job;
  std::optional<int> replica;
  std::optional<int> task;
  std::optional<std::string> type;
  std::optional<int> index;  // absent also for the wildcard '*'

  // Parses "/job:x/replica:0/task:0/device:GPU:1", "gpu:0", "/CPU:0", "GPU", "".
  // Raises value_error for an unknown attribute, a bad number or two device types.
  static DeviceSpec parse(std::string_view name);
  // This spec with the parts that `inner` names replaced by them.
  DeviceSpec merged_with(const DeviceSpec& inner) const;
  // "/job:localhost/.../device:GPU:1" with only the parts that are set.
  std::string to_string() const;
  bool operator==(const DeviceSpec&) const = default;
};

}  // namespace pelton
