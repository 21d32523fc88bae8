#include "runtime/cuda/cuda_backend.h"

namespace pelton::cuda {

CudaBackend::CudaBackend(std::unique_ptr<CudaApi> api, const fake::KernelTable* kernels,
                         Kernel copy)
    : api_(std::move(api)), kernels_(kernels), copy_(copy) {
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

CudaDevice& CudaBackend::device(int index) const {
  check(index >= 0 && index < static_cast<int>(devices_.size()), Code::not_found,
        "no device GPU:", index);
  return *devices_[static_cast<size_t>(index)];
}

DeviceProperties CudaBackend::properties(int physical) const {
  return properties_.at(static_cast<size_t>(physical));
}

void CudaBackend::configure(std::span<const LogicalPart> parts) {
  const auto is_kept = [&](size_t i) {
    return i < parts.size() && devices_[i]->part() == parts[i];
  };
  for (size_t i = 0; i < devices_.size(); ++i)
    check(is_kept(i) || devices_[i]->stats().current == 0, Code::runtime_error, "GPU:", i,
          " holds ", devices_[i]->stats().current,
          " bytes of tensors: delete them first, or configure devices before using them");
  for (size_t i = 0; i < devices_.size(); ++i)
    if (!is_kept(i)) devices_[i].reset();
  devices_.resize(parts.size());
  for (size_t i = 0; i < parts.size(); ++i)
    if (!devices_[i])
      devices_[i] = std::make_unique<CudaDevice>(*cards_.at(static_cast<size_t>(parts[i].physical)),
                                                 parts[i], copy_);
}

void CudaBackend::describe(int index, const void* data, DType dtype, const Shape& shape) {
  device(index).describe(data, dtype, shape);
}

void CudaBackend::copy_strided(int index, const TensorView& from, const TensorView& to) {
  device(index).copy_strided(from, to);
}

void CudaBackend::copy_from_host(int index, void* to, const void* from, size_t bytes) {
  device(index).copy_from_host(to, from, bytes);
}

void CudaBackend::copy_to_host(int index, void* to, const void* from, size_t bytes) {
  device(index).copy_to_host(to, from, bytes);
}

void CudaBackend::copy_peer(int to_index, void* to, int from_index, const void* from,
                            size_t bytes) {
  device(to_index).copy_peer(device(from_index), to, from, bytes);
}

}  // namespace pelton::cuda
