// Owns DeviceManager: the physical devices found, the logical devices made of them, soft placement.
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/devices/backend.h"

namespace pelton {

// What was set about one physical device.
struct PhysicalState {
  bool is_visible = true;
  // Memory limits in bytes (0: none) of the logical devices it is cut into; absent: it is one.
  std::optional<std::vector<int64_t>> limits;
  std::optional<bool> growth;  // absent: on demand
  bool operator==(const PhysicalState&) const = default;
};

class DeviceManager {
 public:
  // Finds the devices, touching none. Raises runtime_error when PELTON_REQUIRE_GPU is set and there
  // is no GPU, value_error for a bad PELTON_FAKE_GPUS.
  DeviceManager();
  ~DeviceManager();
  // Looks for GPUs again, as the environment is now; all settings of devices start anew. Raises
  // runtime_error, changing nothing, while a GPU holds tensors. For tests.
  void find_devices();

  int physical_count(DeviceType type) const;
  DeviceProperties properties(DeviceType type, int physical) const;
  // All logical devices, CPUs first; CPU:0 is always there.
  std::span<const Device> devices() const { return devices_; }
  // Of every physical device of `type`, in order.
  const std::vector<PhysicalState>& states(DeviceType type) const { return states_of(type); }
  // Makes the logical devices anew. Raises value_error for a limit that no device can have and
  // runtime_error where a GPU that would change holds tensors; nothing has changed then. Tensors of
  // logical CPUs that vanish stay valid.
  void set_states(DeviceType type, std::vector<PhysicalState> states);
  // True once devices were listed as logical ones, a scope was entered or memory was used.
  bool is_in_use() const;
  void set_in_use() { in_use_ = true; }

  // Raises not_found for GPUs where there are none.
  Backend& backend(DeviceType type) const {
    return type == DeviceType::cpu ? *backends_.front() : gpu_backend();
  }
  Backend& backend(Device device) const { return backend(device.type); }
  // Whether `device` exists.
  bool has(Device device) const;
  // The backend that runs GPUs; null when there is none.
  Backend* gpus() const { return gpus_; }
  bool soft_placement() const { return soft_placement_; }
  void set_soft_placement(bool soft) { soft_placement_ = soft; }

 private:
  Backend& gpu_backend() const;
  const std::vector<PhysicalState>& states_of(DeviceType type) const {
    return states_[static_cast<size_t>(type)];
  }
  void check_states(DeviceType type, const std::vector<PhysicalState>& states) const;
  void configure(DeviceType type, const std::vector<PhysicalState>& states);

  std::vector<std::unique_ptr<Backend>> backends_;
  Backend* gpus_ = nullptr;
  std::vector<PhysicalState> states_[2];  // by DeviceType
  std::vector<Device> devices_;
  std::atomic<bool> in_use_ = false;
  bool soft_placement_ = true;
};

}  // namespace pelton
