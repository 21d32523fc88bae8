#include "runtime/devices/gpu_kernels.h"

#include <mutex>

namespace pelton {
namespace {

// A place for the slot's key, the same for all libraries; 0 when all are taken.
unsigned take_place(const GpuKernelKey& key, unsigned places) {
  static std::mutex mutex;
  static unsigned taken = 0;
  std::lock_guard lock(mutex);
  unsigned place = key.place.load(std::memory_order_relaxed);
  if (place == 0 && taken + 1 < places) key.place.store(place = ++taken, std::memory_order_relaxed);
  return place;
}

}  // namespace

GpuKernels::GpuKernels(const GpuKernelTable* table) {
  for (auto& kernel : found_) kernel.store(&unasked, std::memory_order_relaxed);
  for (size_t i = 0; table != nullptr && i < table->count; ++i)
    kernels_.emplace(table->rows[i].key, table->rows[i].kernel);
}

Kernel GpuKernels::look_up(const GpuKernelSlot& slot) const {
  const auto row = kernels_.find(slot.key->text);
  const Kernel kernel = row == kernels_.end() ? nullptr : row->second;
  if (const unsigned place = take_place(*slot.key, kPlaces); place != 0)
    found_[place].store(kernel, std::memory_order_relaxed);
  return kernel;
}

}  // namespace pelton
