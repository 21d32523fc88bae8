// Owns GpuKernelSlot, an op's slot for its CUDA kernel: the key by which the library with CUDA
// offers it, and the library of fake GPUs the same kernel compiled as C++.
#pragma once
#include <atomic>

#include "runtime/dispatch/kernel_context.h"

namespace pelton {

// One text per kernel, the same in every library that one compiler made.
template <Kernel>
constexpr const char* kernel_key() {
  return __PRETTY_FUNCTION__;
}

struct GpuKernelKey {
  const char* text;
  // Its place in the tables of all GpuKernels; 0 until one was asked for it.
  mutable std::atomic<unsigned> place{0};
};

template <Kernel kernel>
inline constinit const GpuKernelKey gpu_kernel_key{kernel_key<kernel>()};

struct GpuKernelSlot {
  constexpr GpuKernelSlot() = default;
  constexpr GpuKernelSlot(Kernel own) : function(own) {}
  constexpr GpuKernelSlot(const GpuKernelKey* own_key) : key(own_key) {}
  constexpr bool is_empty() const { return function == nullptr && key == nullptr; }

  Kernel function = nullptr;  // of test kernels, which have no key
  const GpuKernelKey* key = nullptr;
};

}  // namespace pelton

// A CUDA kernel's slot: PELTON_CUDA(cuda::softmax), PELTON_CUDA(cuda::elementwise<Add>).
#define PELTON_CUDA(...) \
  ::pelton::GpuKernelSlot { &::pelton::gpu_kernel_key<(__VA_ARGS__)> }
