#include "runtime/dispatch/placement.h"

#include <string>

namespace pelton {
namespace {

// Of the types that exist here.
std::string supported_types(const PlacementRequest& request) {
  bool gpu = false, cpu = false;
  for (Device device : request.devices) (device.type == DeviceType::gpu ? gpu : cpu) = true;
  std::string out;
  if (gpu && request.has_gpu_kernel) out += "GPU";
  if (cpu && request.has_cpu_kernel) out += out.empty() ? "CPU" : ", CPU";
  return out;
}

std::string device_list(std::span<const Device> devices) {
  std::string out;
  for (Device device : devices) out += cat(out.empty() ? "" : ", ", device);
  return out;
}

[[noreturn]] void refuse(const PlacementRequest& request) {
  if (!request.has_cpu_kernel && !request.has_gpu_kernel) raise_without_kernels(request.op);
  const int soft = request.soft ? 1 : 0;
  const std::string asked = request.scope.to_string();
  if (asked.empty())
    raise(Code::invalid_argument, "No supported device found in available devices [",
          device_list(request.devices), "]. enable_soft_placement=", soft,
          ". Supported devices types [", supported_types(request), "].");
  raise(Code::invalid_argument, "Could not satisfy device specification '", asked,
        "'. enable_soft_placement=", soft, ". Supported device types [", supported_types(request),
        "]. All available devices [", device_list(request.devices), "].");
}

}  // namespace

void raise_without_kernels(std::string_view op) {
  raise(Code::not_found, "Could not find device for node: {{node ", op, "}} = ", op,
        "[]\nAll kernels registered for op ", op, ":\n  <no registered kernels>\n");
}

DeviceRequest DeviceRequest::of(const DeviceSpec& spec) {
  DeviceRequest request;
  request.is_local = (!spec.job || *spec.job == "localhost") && spec.replica.value_or(0) == 0 &&
                     spec.task.value_or(0) == 0;
  if (spec.type && *spec.type != "*") {
    const bool is_gpu = *spec.type == name(DeviceType::gpu);
    request.is_known = is_gpu || *spec.type == name(DeviceType::cpu);
    request.type = static_cast<int>(is_gpu ? DeviceType::gpu : DeviceType::cpu);
  }
  request.index = spec.index.value_or(kAny);
  return request;
}

std::optional<Device> first_match(const DeviceRequest& request, KernelKinds kernels,
                                  std::span<const Device> devices) {
  for (DeviceType type : {DeviceType::gpu, DeviceType::cpu}) {
    if (!(type == DeviceType::gpu ? kernels.gpu : kernels.cpu)) continue;
    for (Device device : devices)
      if (device.type == type && request.matches(device)) return device;
  }
  return std::nullopt;
}

Placement place(const PlacementRequest& request) {
  const KernelKinds kernels{request.has_cpu_kernel, request.has_gpu_kernel};
  DeviceRequest asked = DeviceRequest::of(request.scope);
  if (const auto device = first_match(asked, kernels, request.devices))
    return {*device, "requested"};
  if (!request.soft) refuse(request);
  const bool device_exists =
      first_match(asked, {.cpu = true, .gpu = true}, request.devices).has_value();
  asked.type = asked.index = DeviceRequest::kAny;
  asked.is_known = true;
  if (const auto device = first_match(asked, kernels, request.devices))
    return {*device, device_exists ? "it has no kernel there" : "there is no such device", true};
  refuse(request);
}

}  // namespace pelton
