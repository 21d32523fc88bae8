#include "runtime/placement.h"

#include <optional>
#include <string>

namespace pelton {
namespace {

bool matches(const DeviceSpec& scope, Device device) {
  if (scope.job && *scope.job != "localhost") return false;
  if (scope.replica && *scope.replica != 0) return false;
  if (scope.task && *scope.task != 0) return false;
  if (scope.type && *scope.type != name(device.type)) return false;
  return !scope.index || *scope.index == device.index;
}

std::optional<Device> first_match(const PlacementRequest& request, const DeviceSpec& scope) {
  for (DeviceType type : {DeviceType::gpu, DeviceType::cpu}) {
    const bool has_kernel =
        type == DeviceType::gpu ? request.has_gpu_kernel : request.has_cpu_kernel;
    if (!has_kernel) continue;
    for (Device device : request.devices)
      if (device.type == type && matches(scope, device)) return device;
  }
  return std::nullopt;
}

std::string supported_types(const PlacementRequest& request) {
  std::string out;
  if (request.has_gpu_kernel) out += "GPU";
  if (request.has_cpu_kernel) out += out.empty() ? "CPU" : ", CPU";
  return out;
}

std::string device_list(std::span<const Device> devices) {
  std::string out;
  for (Device device : devices) out += cat(out.empty() ? "" : ", ", device);
  return out;
}

}  // namespace

Placement place(const PlacementRequest& request) {
  if (auto device = first_match(request, request.scope)) return {*device, "requested"};
  if (request.soft) {
    DeviceSpec anywhere = request.scope;
    anywhere.type.reset();
    anywhere.index.reset();
    if (auto device = first_match(request, anywhere)) return {*device, "soft placement"};
  }
  raise(Code::invalid_argument, "Could not satisfy device specification '",
        request.scope.to_string(), "'. enable_soft_placement=", request.soft ? 1 : 0,
        ". Supported device types [", supported_types(request), "]. All available devices [",
        device_list(request.devices), "].");
}

}  // namespace pelton
