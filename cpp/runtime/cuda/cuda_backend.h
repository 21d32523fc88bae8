// Owns CudaBackend: NVIDIA's GPUs behind Backend, by way of a CudaApi. Includes no CUDA header.
#pragma once
#include <memory>
#include <vector>

#include "runtime/cuda/cuda_device.h"
#include "runtime/fake/kernel_library.h"
#include "runtime/logical_devices.h"

namespace pelton::cuda {

class CudaBackend : public Backend {
 public:
  // Lists `api`'s devices without making a context; none where there is no driver that works.
  // `kernels` are those of all ops, `copy` the one that copies between strides.
  CudaBackend(std::unique_ptr<CudaApi> api, const fake::KernelTable* kernels, Kernel copy);

  DeviceType type() const override { return DeviceType::gpu; }
  int physical_count() const override { return static_cast<int>(cards_.size()); }
  DeviceProperties properties(int physical) const override;
  void configure(std::span<const LogicalPart> parts) override;
  Allocator& allocator(int index) override { return device(index); }
  MemoryStats memory_stats(int index) const override { return device(index).stats(); }
  void reset_peak(int index) override { device(index).reset_peak(); }
  void empty_cache(int index) override { device(index).empty_cache(); }
  void describe(int index, const void* data, DType dtype, const Shape& shape) override;
  void* stream(int index) override { return device(index).compute_stream(); }
  void copy_strided(int index, const TensorView& from, const TensorView& to) override;
  void copy_from_host(int index, void* to, const void* from, size_t bytes) override;
  void copy_to_host(int index, void* to, const void* from, size_t bytes) override;
  void copy_peer(int to_index, void* to, int from_index, const void* from, size_t bytes) override;
  void synchronize(int index) override { device(index).synchronize(); }
  void begin_capture(int index) override { device(index).begin_capture(); }
  std::unique_ptr<DeviceGraph> end_capture(int index) override {
    return device(index).end_capture();
  }
  Kernel kernel(const Kernels& slots) const override { return kernels_.find(slots.cuda); }

 private:
  CudaDevice& device(int index) const { return devices_.at(index); }
  std::unique_ptr<CudaApi> api_;
  const fake::KernelLibrary kernels_;
  const Kernel copy_;
  std::vector<std::unique_ptr<CudaCard>> cards_;
  std::vector<DeviceProperties> properties_;
  LogicalDevices<CudaDevice> devices_;
};

}  // namespace pelton::cuda
