// Owns FakeDevice: one logical fake GPU: its memory, its stream and its faults.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/fake/fake_stream.h"
#include "runtime/fake/fault_plan.h"

namespace pelton::fake {

class FakeDevice : public Allocator {
 public:
  FakeDevice(FakeCard& card, const LogicalPart& part, int index);
  ~FakeDevice() override;

  // Allocator: counts as a call of the device.
  void* allocate(size_t bytes) override;
  void free(void* data, size_t bytes) noexcept override { blocks_.free(data, bytes); }

  // Queues work; `call` decides whether a planned fault hits it.
  void submit(Call call, std::function<void()> work);
  void synchronize();
  void begin_capture();
  std::unique_ptr<DeviceGraph> end_capture();
  // Raises failed_precondition while work is recorded; `what` is the sentence's beginning.
  void check_not_recording(const char* what) const;
  CachingAllocator& blocks() { return blocks_; }
  const CachingAllocator& blocks() const { return blocks_; }
  MemoryStats stats() const { return blocks_.stats(); }
  bool holds_tensors() const { return blocks_.has_live_blocks(); }
  FakeMemory& memory() { return memory_; }
  FaultPlan& faults() { return faults_; }
  LaunchQueue* launch_queue() { return &launches_; }
  const LogicalPart& part() const { return part_; }

 private:
  // What kernels launch on: launches count as calls.
  class Launches : public LaunchQueue {
   public:
    explicit Launches(FakeDevice& device) : device_(device) {}
    void enqueue(std::function<void()> work) override {
      device_.submit(Call::launch, std::move(work));
    }

   private:
    FakeDevice& device_;
  };

  using Recording = std::vector<std::function<void()>>;

  const LogicalPart part_;
  const std::string name_;
  FaultPlan faults_;
  FakeMemory memory_;
  FakeStream stream_;
  CachingAllocator blocks_;
  Launches launches_{*this};
  mutable std::mutex recording_mutex_;
  std::unique_ptr<Recording> recording_;  // null: work runs
};

}  // namespace pelton::fake
