// Owns Launches: a KernelContext whose launches run at once, for tests of emulated kernels.
#pragma once
#include "kernels/cuda/launch.h"

namespace pelton {

class Launches : public fake::LaunchQueue {
 public:
  void enqueue(std::function<void()> work) override { work(); }
  KernelContext context(std::span<const TensorView> inputs = {},
                        std::span<const TensorView> outputs = {}, const void* attrs = nullptr) {
    return {inputs, outputs, attrs, allocator_, this};
  }

 private:
  // Exactly what is asked for, so that AddressSanitizer sees every access beyond.
  class HostMemory : public Allocator {
    void* allocate(size_t bytes) override { return ::operator new(bytes); }
    void free(void* data, size_t) noexcept override { ::operator delete(data); }
  };
  HostMemory allocator_;
};

}  // namespace pelton
