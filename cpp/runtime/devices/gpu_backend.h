// Owns GpuBackend: what every kind of GPU does alike behind Backend: its logical devices by number,
// and the kernels that a library offers. Knows no particular kind.
#pragma once
#include "runtime/devices/gpu_kernels.h"
#include "runtime/devices/logical_devices.h"

namespace pelton {

// A Device is an Allocator and has a function for each that is called below, and those that
// LogicalDevices wants.
template <class Device>
class GpuBackend : public Backend {
 public:
  DeviceType type() const override { return DeviceType::gpu; }
  Allocator& allocator(int index) override { return device(index); }
  Allocator& upload_allocator(int index) override { return device(index).upload_allocator(); }
  MemoryStats memory_stats(int index) const override { return device(index).stats(); }
  void reset_peak(int index) override { device(index).reset_peak(); }
  void empty_cache(int index) override { device(index).empty_cache(); }
  void describe(int index, const void* data, DType dtype, const Shape& shape) override {
    device(index).describe(data, dtype, shape);
  }
  void* stream(int index) override { return device(index).stream(); }
  void copy_strided(int index, const TensorView& from, const TensorView& to) override {
    device(index).copy_strided(from, to);
  }
  void copy_from_host(int index, void* to, const void* from, size_t bytes) override {
    device(index).copy_from_host(to, from, bytes);
  }
  void copy_to_host(int index, void* to, const void* from, size_t bytes) override {
    device(index).copy_to_host(to, from, bytes);
  }
  void copy_peer(int to_index, void* to, int from_index, const void* from, size_t bytes) override {
    device(to_index).copy_peer(device(from_index), to, from, bytes);
  }
  void synchronize(int index) override { device(index).synchronize(); }
  std::unique_ptr<DeviceCapture> begin_capture(int index) override {
    return device(index).begin_capture();
  }
  Kernel kernel(const Kernels& slots) const override { return kernels_.find(slots.cuda); }

 protected:
  // No kernels where `kernels` is null.
  explicit GpuBackend(const GpuKernelTable* kernels) : kernels_(kernels) {}
  Device& device(int index) const { return devices_.at(index); }
  // To be cleared before what the devices stand on goes.
  LogicalDevices<Device> devices_;

 private:
  const GpuKernels kernels_;
};

}  // namespace pelton
