// Owns Runtime, the engine's one global: devices, random state, flags.
#pragma once
#include <atomic>

#include "runtime/device_manager.h"
#include "runtime/random_state.h"

namespace pelton {

class Runtime {
 public:
  DeviceManager& devices() { return devices_; }
  RandomState& random() { return random_; }
  bool log_device_placement() const { return log_device_placement_; }
  void set_log_device_placement(bool on) { log_device_placement_ = on; }

 private:
  DeviceManager devices_;
  RandomState random_;
  std::atomic<bool> log_device_placement_ = false;
};

// Made on first use and never destroyed: tensors in other static objects may outlive main().
Runtime& runtime();

}  // namespace pelton
