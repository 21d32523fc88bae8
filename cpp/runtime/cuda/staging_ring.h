// Owns StagingRing: pinned host memory through which host bytes travel to a device, so that the
// caller may reuse its own memory at once and need not wait for the device.
#pragma once
#include <array>
#include <memory>
#include <mutex>

#include "runtime/cuda/cuda_handles.h"

namespace pelton::cuda {

// Slots are filled one after another; one that comes round again waits for its copies only.
class StagingRing {
 public:
  static constexpr size_t kSlotBytes = size_t{1} << 20;
  static constexpr size_t kSlots = 8;

  StagingRing(CudaCard& card, void* stream) : card_(card), stream_(stream) {}
  ~StagingRing();
  StagingRing(const StagingRing&) = delete;
  StagingRing& operator=(const StagingRing&) = delete;
  // Queues copies of `bytes` from host memory `from` to `to` on the stream.
  void send(void* to, const void* from, size_t bytes);

 private:
  struct Slot {
    char* data = nullptr;
    std::unique_ptr<Event> sent;
    bool in_flight = false;
  };
  // Room for at most `wanted` bytes; sets `wanted` to what there is.
  char* take(size_t& wanted);
  void close(Slot& slot);
  void open(Slot& slot);

  CudaCard& card_;
  void* const stream_;
  std::mutex mutex_;
  std::array<Slot, kSlots> slots_;
  size_t current_ = 0;
  size_t used_ = 0;  // of the current slot
};

}  // namespace pelton::cuda
