// Owns DeviceManager: the physical devices found, the logical devices made of them, soft placement.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "runtime/backend.h"

namespace pelton {

class DeviceManager {
 public:
  DeviceManager();
  ~DeviceManager();

  int physical_count(DeviceType type) const;
  // All logical devices, CPUs first.
  std::span<const Device> devices() const { return devices_; }
  // Makes `count` logical CPUs (>= 1); tensors of vanished ones stay valid.
  void set_logical_cpus(int count);
  Backend& backend(DeviceType type) const;
  Backend& backend(Device device) const { return backend(device.type); }
  bool soft_placement() const { return soft_placement_; }
  void set_soft_placement(bool soft) { soft_placement_ = soft; }

 private:
  std::vector<std::unique_ptr<Backend>> backends_;
  std::vector<Device> devices_;
  bool soft_placement_ = true;
};

}  // namespace pelton
