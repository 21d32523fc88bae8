// Owns UploadMemory: a device's memory for what the host copies to it, as an allocator of its own.
#pragma once
#include "core/storage.h"

namespace pelton {

// A Device is an Allocator with allocate_upload().
template <class Device>
class UploadMemory : public Allocator {
 public:
  explicit UploadMemory(Device& device) : device_(device) {}
  void* allocate(size_t bytes) override { return device_.allocate_upload(bytes); }
  void free(void* data, size_t bytes) noexcept override { device_.free(data, bytes); }

 private:
  Device& device_;
};

}  // namespace pelton
