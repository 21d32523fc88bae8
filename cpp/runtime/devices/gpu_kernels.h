// Owns GpuKernels: which kernel of a library a slot means, for GPUs and for fake ones. Must not
// know where the library came from.
#pragma once
#include <array>
#include <string_view>
#include <unordered_map>

#include "runtime/dispatch/gpu_kernel_slot.h"

namespace pelton {

// What a library with kernels returns.
struct GpuKernelTable {
  static constexpr int kVersion = 3;
  struct Row {
    const char* key;  // kernel_key<kernel>()
    Kernel kernel;
  };
  int version;
  size_t count;
  const Row* rows;
};

class GpuKernels {
 public:
  // No kernels where `table` is null.
  explicit GpuKernels(const GpuKernelTable* table);
  GpuKernels(const GpuKernels&) = delete;
  GpuKernels& operator=(const GpuKernels&) = delete;
  // The library's kernel of a slot; null: the library has none. A slot's text is compared once; any
  // thread may ask.
  Kernel find(const GpuKernelSlot& slot) const {
    if (slot.key == nullptr) return slot.function;
    const Kernel known = found_[place_of(slot)].load(std::memory_order_relaxed);
    return known != &unasked ? known : look_up(slot);
  }
  size_t size() const { return kernels_.size(); }

 private:
  // Place 0 is of slots that no one has asked for yet, and of those for which there is no room.
  static constexpr unsigned kPlaces = 1024;
  static unsigned place_of(const GpuKernelSlot& slot) {
    return slot.key->place.load(std::memory_order_relaxed);
  }
  static void unasked(const KernelContext&) {}
  Kernel look_up(const GpuKernelSlot& slot) const;

  std::unordered_map<std::string_view, Kernel> kernels_;
  mutable std::array<std::atomic<Kernel>, kPlaces> found_;
};

}  // namespace pelton
