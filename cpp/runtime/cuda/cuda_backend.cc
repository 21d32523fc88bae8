#include "runtime/cuda/cuda_backend.h"

namespace pelton::cuda {

CudaBackend::CudaBackend(std::unique_ptr<CudaApi> api, const GpuKernelTable* kernels, Kernel copy)
    : GpuBackend(kernels), api_(std::move(api)), copy_(copy) {
  int count = 0;
  if (api_->device_count(&count) != kSuccess) {
    // No driver, one that is too old, or no device: the doctor tells, import stays silent.
    api_->clear_error();
    return;
  }
  for (int i = 0; i < count; ++i) {
    DeviceProperties properties;
    if (api_->device_properties(i, &properties) != kSuccess) {
      api_->clear_error();
      return;
    }
    cards_.push_back(std::make_unique<CudaCard>(*api_, i, count == 1));
    properties_.push_back(std::move(properties));
  }
}

DeviceProperties CudaBackend::properties(int physical) const {
  return properties_.at(static_cast<size_t>(physical));
}

void CudaBackend::configure(std::span<const LogicalPart> parts) {
  devices_.configure(parts, [&](const LogicalPart& part, int) {
    CudaCard& card = *cards_.at(static_cast<size_t>(part.physical));
    return std::make_unique<CudaDevice>(card, part, copy_);
  });
}

}  // namespace pelton::cuda
