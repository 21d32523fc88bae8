// Owns Backend: the one page a kind of device implements (cpu, cuda, fake).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/device.h"
#include "core/error.h"
#include "core/storage.h"
#include "runtime/dispatch/op_def.h"

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
  std::string pci_bus_id;  // "0000:3b:00.0"
  bool is_fake = false;
};

// A logical device: the physical one it is part of, and how it takes memory.
struct LogicalPart {
  int physical = 0;
  int64_t memory_limit = 0;  // bytes; 0: all that the physical device has
  bool grows = true;         // false: the limit, or nearly all free memory, is taken at first use
  bool operator==(const LogicalPart&) const = default;
};

// Work of one device that was recorded, to be given to it again and again. The memory that it uses
// must stay as it was.
class DeviceGraph {
 public:
  virtual ~DeviceGraph() = default;
  // Queues the work behind what the device was given before.
  virtual void launch() = 0;
};

// Work that is recorded instead of being run: what is given to its stream, whatever threads give to
// the device meanwhile. Gives up when it is destroyed unfinished. For one thread at a time.
class DeviceCapture {
 public:
  virtual ~DeviceCapture() = default;
  // The handle that kernels which are to be recorded launch on.
  virtual void* stream() = 0;
  // As Backend::copy_strided, recorded.
  virtual void copy_strided(const TensorView& from, const TensorView& to) = 0;
  // The end of the recording; raises what made it impossible.
  virtual std::unique_ptr<DeviceGraph> finish() = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual DeviceType type() const = 0;
  virtual int physical_count() const = 0;
  virtual DeviceProperties properties(int physical) const = 0;
  // Makes logical device i of parts[i]. Raises runtime_error, changing nothing, where a device that
  // would change still holds tensors. Touches no device: that waits for the first use.
  virtual void configure(std::span<const LogicalPart> parts) = 0;
  // Memory of logical device `index`; the reference lives as long as the backend.
  virtual Allocator& allocator(int index) = 0;
  // Memory for a tensor that the host's bytes are copied to next. A device may keep it apart, so
  // that the copy need not wait for work that it was given before.
  virtual Allocator& upload_allocator(int index) { return allocator(index); }
  virtual MemoryStats memory_stats(int index) const = 0;
  virtual void reset_peak(int index) = 0;
  // Gives cached blocks back to the system.
  virtual void empty_cache(int index) = 0;
  // Tells what the memory at `data` holds, for the report of an exhausted device.
  virtual void describe(int /*index*/, const void* /*data*/, DType, const Shape&) {}
  // The handle that kernels launch on; null where the device is the calling thread.
  virtual void* stream(int index) = 0;
  // Copies `from` (any strides) to `to` (row-major, same shape and dtype) on one device.
  virtual void copy_strided(int index, const TensorView& from, const TensorView& to) = 0;
  virtual void copy_from_host(int index, void* to, const void* from, size_t bytes) = 0;
  // Returns when the bytes are there, and so everything that was given to the device before.
  virtual void copy_to_host(int index, void* to, const void* from, size_t bytes) = 0;
  // Between two logical devices of this backend.
  virtual void copy_peer(int to_index, void* to, int from_index, const void* from,
                         size_t bytes) = 0;
  // Returns when all work given to the device is done; raises what that work raised.
  virtual void synchronize(int index) = 0;
  // Raises unimplemented where a kind of device cannot record.
  virtual std::unique_ptr<DeviceCapture> begin_capture(int /*index*/) {
    raise(Code::unimplemented, "this kind of device records no graphs");
  }
  // The kernel that this backend runs for an op; null: it has none.
  virtual Kernel kernel(const Kernels& slots) const = 0;
};

}  // namespace pelton
