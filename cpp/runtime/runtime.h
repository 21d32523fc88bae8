// Owns Runtime, the engine's one global: devices, random state, flags.
#pragma once
#include <atomic>

#include "runtime/devices/device_manager.h"
#include "runtime/dispatch/random_state.h"

namespace pelton {

class Runtime {
 public:
  // Reads TF_DETERMINISTIC_OPS, TF_CUDNN_DETERMINISTIC and NVIDIA_TF32_OVERRIDE.
  Runtime();
  DeviceManager& devices() { return devices_; }
  RandomState& random() { return random_; }
  bool log_device_placement() const { return log_device_placement_; }
  void set_log_device_placement(bool on) { log_device_placement_ = on; }
  // Ops must give the same bits each time, and random ops have a seed.
  bool is_deterministic() const { return deterministic_; }
  void set_deterministic(bool on) { deterministic_ = on; }
  // Whether float32 products on a GPU may be rounded to TensorFloat-32.
  bool allows_tf32() const { return tf32_; }
  void set_allows_tf32(bool on) { tf32_ = on; }

 private:
  DeviceManager devices_;
  RandomState random_;
  std::atomic<bool> log_device_placement_ = false;
  std::atomic<bool> deterministic_ = false;
  std::atomic<bool> tf32_ = true;

  friend Runtime& runtime();
  static Runtime& first_use();
  static inline constinit std::atomic<Runtime*> instance_ = nullptr;
};

// Made on first use and never destroyed: tensors in other static objects may outlive main().
inline Runtime& runtime() {
  Runtime* const made = Runtime::instance_.load(std::memory_order_acquire);
  return made != nullptr ? *made : Runtime::first_use();
}

}  // namespace pelton
