// Owns CudaBackend: NVIDIA's GPUs behind Backend, by way of a CudaApi. Includes no CUDA header.
#pragma once
#include <memory>
#include <vector>

#include "runtime/cuda/cuda_device.h"
#include "runtime/devices/gpu_backend.h"

namespace pelton::cuda {

class CudaBackend : public GpuBackend<CudaDevice> {
 public:
  // Lists `api`'s devices without making a context; none where there is no driver that works.
  // `kernels` are those of all ops, `copy` the one that copies between strides.
  CudaBackend(std::unique_ptr<CudaApi> api, const GpuKernelTable* kernels, Kernel copy);

  ~CudaBackend() override { devices_.clear(); }

  int physical_count() const override { return static_cast<int>(cards_.size()); }
  DeviceProperties properties(int physical) const override;
  void configure(std::span<const LogicalPart> parts) override;

 private:
  std::unique_ptr<CudaApi> api_;
  const Kernel copy_;
  std::vector<std::unique_ptr<CudaCard>> cards_;
  std::vector<DeviceProperties> properties_;
};

}  // namespace pelton::cuda
