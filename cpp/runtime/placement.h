// Owns place(): which device an op runs on; a pure function of its arguments, tested as a table.
#pragma once
#include <span>
#include <string_view>

#include "core/device.h"
#include "runtime/op_def.h"

namespace pelton {

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
};

// TensorFlow's eager rules: the first kind with a kernel (GPU before CPU) that has a device
// matching the request; else, with soft placement, the same without the request. Raises
// invalid_argument.
Placement place(const PlacementRequest& request);

}  // namespace pelton
