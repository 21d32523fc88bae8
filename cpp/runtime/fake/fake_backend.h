// Owns FakeBackend: GPUs made of host memory, for tests and for trying scripts without a GPU. Its
// kernels are the CUDA kernels, compiled as C++ in a library of their own.
#pragma once
#include <memory>
#include <vector>

#include "runtime/devices/gpu_backend.h"
#include "runtime/fake/fake_device.h"

namespace pelton::fake {

struct FakeOptions {
  int count = 0;
  int64_t memory = 0;  // bytes of each card
  std::optional<Fault> fault;
  // PELTON_FAKE_GPUS, PELTON_FAKE_GPU_MEMORY (a number of bytes, or with K, M or G) and
  // PELTON_FAKE_GPU_FAULT; raises value_error for a value that is none.
  static FakeOptions from_environment();
};

class FakeBackend : public GpuBackend<FakeDevice> {
 public:
  explicit FakeBackend(const FakeOptions& options);
  ~FakeBackend() override { devices_.clear(); }

  int physical_count() const override { return static_cast<int>(cards_.size()); }
  DeviceProperties properties(int physical) const override;
  void configure(std::span<const LogicalPart> parts) override;

  FaultPlan& faults(int index) { return device(index).faults(); }
  // Takes (or, below zero, gives back) card memory as another process would; raises
  // resource_exhausted when there is not as much.
  void take_as_another_process(int physical, int64_t bytes);

 private:
  std::vector<std::unique_ptr<FakeCard>> cards_;
  std::optional<Fault> fault_;
};

}  // namespace pelton::fake
