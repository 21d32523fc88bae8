// Owns LogicalDevices: the logical GPUs that a backend has cut its cards into. Knows no particular
// kind of GPU.
#pragma once
#include <memory>
#include <vector>

#include "runtime/devices/backend.h"
#include "runtime/memory/spare_memory.h"

namespace pelton {

// Bytes that a logical device takes at its first use. As TensorFlow without growth: the limit, or
// what is free, as free_bytes() says, less a reserve for libraries.
template <class FreeBytes>
int64_t first_segment(const LogicalPart& part, FreeBytes&& free_bytes) {
  if (part.grows) return 0;
  if (part.memory_limit > 0) return part.memory_limit;
  const int64_t free = free_bytes();
  return free - free / 20;
}

// A Device is an Allocator and has part(), holds_tensors() and stats().
template <class Device>
class LogicalDevices {
 public:
  // Raises not_found where there is no such device.
  Device& at(int index) const {
    check(index >= 0 && index < static_cast<int>(devices_.size()), Code::not_found,
          "no device GPU:", index);
    return *devices_[static_cast<size_t>(index)];
  }

  void clear() { devices_.clear(); }

  // Keeps each device whose part stays as it was and replaces the others by make(part, index).
  // Raises runtime_error, changing nothing, where one of these holds tensors.
  template <class Make>
  void configure(std::span<const LogicalPart> parts, Make&& make) {
    const auto is_kept = [&](size_t i) {
      return i < parts.size() && devices_[i]->part() == parts[i];
    };
    for (size_t i = 0; i < devices_.size(); ++i) {
      if (is_kept(i)) continue;
      give_back_spare_memory(*devices_[i]);  // which is no tensor's
      check(!devices_[i]->holds_tensors(), Code::runtime_error, "GPU:", i, " holds ",
            devices_[i]->stats().current,
            " bytes of tensors: delete them first, or configure devices before using them");
    }
    for (size_t i = 0; i < devices_.size(); ++i)
      if (!is_kept(i)) devices_[i].reset();
    devices_.resize(parts.size());
    for (size_t i = 0; i < parts.size(); ++i)
      if (!devices_[i]) devices_[i] = make(parts[i], static_cast<int>(i));
  }

 private:
  std::vector<std::unique_ptr<Device>> devices_;
};

}  // namespace pelton
