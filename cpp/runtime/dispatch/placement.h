// Owns place(): which device an op runs on; a pure function of its arguments, tested as a table.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "core/device.h"

namespace pelton {

// A device name as placement compares it: numbers only.
struct DeviceRequest {
  static constexpr int kAny = -1;
  bool is_local = true;  // job, replica and task are this process's, or were not named
  bool is_known = true;  // the type is CPU or GPU, or was not named
  int type = kAny;       // a DeviceType
  int index = kAny;

  static DeviceRequest of(const DeviceSpec& spec);
  bool matches(Device device) const {
    return is_local && is_known && (type == kAny || type == static_cast<int>(device.type)) &&
           (index == kAny || index == device.index);
  }
};

// The device kinds with a kernel for an op.
struct KernelKinds {
  bool cpu = true;
  bool gpu = false;
};

// TensorFlow's eager rule: the first device, GPUs before CPUs, that has a kernel and matches.
std::optional<Device> first_match(const DeviceRequest& request, KernelKinds kernels,
                                  std::span<const Device> devices);

struct PlacementRequest {
  std::string_view op;  // TensorFlow's op name, for the message
  bool has_cpu_kernel = true;
  bool has_gpu_kernel = false;
  DeviceSpec scope;                 // what `tf.device` asks for; empty: anywhere
  std::span<const Device> devices;  // logical devices that exist
  bool soft = true;  // soft placement: an impossible request is dropped instead of raised
};

struct Placement {
  Device device;
  const char* reason;
  bool fell_back = false;
};

// Raises not_found: no kind of device has a kernel for the op of that name.
[[noreturn]] void raise_without_kernels(std::string_view op);

// The first match; else, with soft placement, that without the request's type and index. Raises
// not_found for an op without a kernel, else invalid_argument.
Placement place(const PlacementRequest& request);

}  // namespace pelton
