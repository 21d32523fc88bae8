// Owns FakeDevice: one logical fake GPU: its memory, its stream and its faults.
#pragma once
#include <memory>
#include <string>

#include "runtime/fake/fake_stream.h"
#include "runtime/fake/fault_plan.h"
#include "runtime/memory/upload_memory.h"

namespace pelton::fake {

class FakeDevice : public Allocator {
 public:
  FakeDevice(FakeCard& card, const LogicalPart& part, int index);
  ~FakeDevice() override;

  // Allocator: counts as a call of the device.
  void* allocate(size_t bytes) override;
  void* allocate_upload(size_t bytes);
  Allocator& upload_allocator() { return uploads_; }
  void free(void* data, size_t bytes) noexcept override { blocks_.free(data, bytes); }

  void copy_strided(const TensorView& from, const TensorView& to);
  // The bytes are staged, as by CUDA from pageable memory: the caller may reuse them at once.
  void copy_from_host(void* to, const void* from, size_t bytes);
  void copy_to_host(void* to, const void* from, size_t bytes);
  void copy_peer(FakeDevice& source, void* to, const void* from, size_t bytes);
  // Queues work; `call` decides whether a planned fault hits it.
  void submit(Call call, std::function<void()> work);
  void synchronize();
  std::unique_ptr<DeviceCapture> begin_capture();
  MemoryStats stats() const { return blocks_.stats(); }
  void reset_peak() { blocks_.reset_peak(); }
  void empty_cache() { blocks_.empty_cache(); }
  void describe(const void* data, DType dtype, const Shape& shape) {
    blocks_.describe(data, dtype, shape);
  }
  bool holds_tensors() const { return blocks_.has_live_blocks(); }
  FaultPlan& faults() { return faults_; }
  // What kernels launch on: a LaunchQueue.
  void* stream() { return static_cast<LaunchQueue*>(&launches_); }
  const LogicalPart& part() const { return part_; }

 private:
  // Launches count as calls.
  class Launches : public LaunchQueue {
   public:
    explicit Launches(FakeDevice& device) : device_(device) {}
    void enqueue(std::function<void()> work) override {
      device_.submit(Call::launch, std::move(work));
    }

   private:
    FakeDevice& device_;
  };

  // The block, of which AddressSanitizer allows so many bytes to be touched.
  void* watched(void* data, size_t bytes);
  const LogicalPart part_;
  const std::string name_;
  FaultPlan faults_;
  FakeMemory memory_;
  FakeStream stream_;
  CachingAllocator blocks_;
  Launches launches_{*this};
  UploadMemory<FakeDevice> uploads_{*this};
};

}  // namespace pelton::fake
