// Owns Backend: the one page a kind of device implements (cpu, cuda, fake).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/device.h"
#include "core/storage.h"
#include "runtime/op_def.h"

namespace pelton {

struct MemoryStats {
  int64_t current = 0;  // bytes in tensors now
  int64_t peak = 0;     // highest `current` since the last reset
  int64_t cached = 0;   // bytes held for reuse, not in tensors
  int64_t limit = 0;    // 0: none
};

struct DeviceProperties {
  std::string name;  // "NVIDIA H200"; "" for the CPU
  std::pair<int, int> compute_capability{0, 0};
  int64_t total_memory = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual DeviceType type() const = 0;
  virtual int physical_count() const = 0;
  virtual DeviceProperties properties(int physical) const = 0;
  // Memory of logical device `index`; the reference lives as long as the backend.
  virtual Allocator& allocator(int index) = 0;
  virtual MemoryStats memory_stats(int index) const = 0;
  virtual void reset_peak(int index) = 0;
  // Gives cached blocks back to the system.
  virtual void empty_cache(int index) = 0;
  // The handle that kernels launch on; null where the device is the calling thread.
  virtual void* stream(int index) = 0;
  // Copies `from` (any strides) to `to` (row-major, same shape and dtype) on one device.
  virtual void copy_strided(int index, const TensorView& from, const TensorView& to) = 0;
  virtual void copy_from_host(int index, void* to, const void* from, size_t bytes) = 0;
  virtual void copy_to_host(int index, void* to, const void* from, size_t bytes) = 0;
  // Returns when all work given to the device is done; raises what that work raised.
  virtual void synchronize(int index) = 0;
  virtual Kernel kernel(const Kernels& slots) const = 0;
};

}  // namespace pelton
