// Owns CudaDevice: one logical GPU: its memory, its streams and its staging. Touches the card at
// its first use. Includes no CUDA header.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>

#include "runtime/cuda/staging_ring.h"
#include "runtime/cuda/upload_marks.h"
#include "runtime/memory/caching_allocator.h"
#include "runtime/memory/upload_memory.h"

namespace pelton::cuda {

class CudaDevice : public Allocator, private SegmentSource {
 public:
  // `copy` copies between strides.
  CudaDevice(CudaCard& card, const LogicalPart& part, Kernel copy)
      : card_(card), part_(part), copy_(copy) {}
  ~CudaDevice() override;

  void* allocate(size_t bytes) override;
  void free(void* data, size_t bytes) noexcept override { parts_->blocks->free(data, bytes); }
  void* allocate_upload(size_t bytes);
  Allocator& upload_allocator() { return upload_memory_; }
  MemoryStats stats() const;
  bool holds_tensors() const { return stats().current != 0; }
  void reset_peak();
  void empty_cache();
  void describe(const void* data, DType dtype, const Shape& shape);

  // The stream that kernels launch on; the device is the calling thread's current one then.
  void* stream();
  // Large bytes to memory that was allocated for them go on a stream of their own: they wait for
  // the last work that used the memory, and later work waits for them.
  void copy_from_host(void* to, const void* from, size_t bytes);
  void copy_to_host(void* to, const void* from, size_t bytes);
  // From `source`, behind the work of both; later work of both waits for it, the host does not.
  void copy_peer(CudaDevice& source, void* to, const void* from, size_t bytes);
  void copy_strided(const TensorView& from, const TensorView& to) {
    copy_strided(from, to, stream());
  }
  void copy_strided(const TensorView& from, const TensorView& to, void* stream);
  // Raises invalid_argument with what a kernel reported.
  void synchronize();

  // The recording has a stream of its own, so that nobody's work gets into it.
  std::unique_ptr<DeviceCapture> begin_capture();
  const LogicalPart& part() const { return part_; }

 private:
  struct Parts {
    explicit Parts(CudaDevice& device);
    Stream compute, copies;
    Event ready, copied;  // the last points of `compute` and `copies` that others wait for
    UploadMarks uploads;
    std::unique_ptr<CachingAllocator> blocks;
    StagingRing staging, upload_staging;  // of `compute` and of `copies`
  };
  // SegmentSource: memory of the card.
  void* reserve(size_t bytes) override;
  void release(void* data, size_t bytes) noexcept override;
  bool keep_upload(void* data, size_t bytes) noexcept override;
  void forget_upload(void* data) noexcept override;

  Parts& opened();
  int64_t free_bytes();
  // Lets `copies` wait for `mark`, or for all work where it is null.
  void upload(Parts& parts, Event* mark, void* to, const void* from, size_t bytes);
  void record(Event& event, const Stream& stream);
  void wait(const Stream& stream, const Event& event);

  CudaCard& card_;
  const LogicalPart part_;
  const Kernel copy_;
  std::mutex mutex_;
  std::atomic<bool> is_open_ = false;
  std::unique_ptr<Parts> parts_;
  UploadMemory<CudaDevice> upload_memory_{*this};
  std::mutex upload_mutex_;
};

}  // namespace pelton::cuda
