#include "runtime/device_manager.h"

#include <algorithm>

#include "runtime/cpu/cpu_backend.h"

namespace pelton {

DeviceManager::DeviceManager() {
  backends_.push_back(std::make_unique<CpuBackend>());
  set_logical_cpus(1);
}

DeviceManager::~DeviceManager() = default;

Backend& DeviceManager::backend(DeviceType type) const {
  for (const auto& backend : backends_)
    if (backend->type() == type) return *backend;
  raise(Code::not_found, "no ", name(type), " backend");
}

int DeviceManager::physical_count(DeviceType type) const {
  for (const auto& backend : backends_)
    if (backend->type() == type) return backend->physical_count();
  return 0;
}

void DeviceManager::set_logical_cpus(int count) {
  constexpr int kMost = 64;
  check(count >= 1 && count <= kMost, Code::value_error, "logical CPU devices must be 1 to ", kMost,
        ", got ", count);
  std::erase_if(devices_, [](Device device) { return device.type == DeviceType::cpu; });
  for (int i = count; i-- > 0;)
    devices_.insert(devices_.begin(), Device{DeviceType::cpu, static_cast<int16_t>(i)});
}

}  // namespace pelton
