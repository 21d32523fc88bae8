// Owns FakeBackend: GPUs made of host memory, for tests and for trying scripts without a GPU. Its
// kernels are the CUDA kernels, compiled as C++ in a library of their own.
#pragma once
#include <memory>
#include <vector>

#include "runtime/backend.h"
#include "runtime/fake/fake_device.h"
#include "runtime/fake/kernel_library.h"
#include "runtime/logical_devices.h"

namespace pelton::fake {

struct FakeOptions {
  int count = 0;
  int64_t memory = 0;  // bytes of each card
  std::optional<Fault> fault;
  // PELTON_FAKE_GPUS, PELTON_FAKE_GPU_MEMORY (a number of bytes, or with K, M or G) and
  // PELTON_FAKE_GPU_FAULT; raises value_error for a value that is none.
  static FakeOptions from_environment();
};

class FakeBackend : public Backend {
 public:
  explicit FakeBackend(const FakeOptions& options);

  DeviceType type() const override { return DeviceType::gpu; }
  int physical_count() const override { return static_cast<int>(cards_.size()); }
  DeviceProperties properties(int physical) const override;
  void configure(std::span<const LogicalPart> parts) override;
  Allocator& allocator(int index) override { return device(index); }
  MemoryStats memory_stats(int index) const override { return device(index).stats(); }
  void reset_peak(int index) override { device(index).blocks().reset_peak(); }
  void empty_cache(int index) override { device(index).blocks().empty_cache(); }
  void describe(int index, const void* data, DType dtype, const Shape& shape) override;
  void* stream(int index) override { return device(index).launch_queue(); }
  void copy_strided(int index, const TensorView& from, const TensorView& to) override;
  void copy_from_host(int index, void* to, const void* from, size_t bytes) override;
  void copy_to_host(int index, void* to, const void* from, size_t bytes) override;
  void copy_peer(int to_index, void* to, int from_index, const void* from, size_t bytes) override;
  void synchronize(int index) override { device(index).synchronize(); }
  void begin_capture(int index) override { device(index).begin_capture(); }
  std::unique_ptr<DeviceGraph> end_capture(int index) override {
    return device(index).end_capture();
  }
  Kernel kernel(const Kernels& slots) const override { return library_.find(slots.cuda); }

  FaultPlan& faults(int index) { return device(index).faults(); }
  // Takes (or, below zero, gives back) card memory as another process would; raises
  // resource_exhausted when there is not as much.
  void take_as_another_process(int physical, int64_t bytes);

 private:
  FakeDevice& device(int index) const { return devices_.at(index); }
  std::vector<std::unique_ptr<FakeCard>> cards_;
  LogicalDevices<FakeDevice> devices_;
  KernelLibrary library_;
  std::optional<Fault> fault_;
};

}  // namespace pelton::fake
