// Owns CudaKernel, an op's slot for its CUDA kernel: the key by which the library with CUDA offers
// it, and the library of fake GPUs the same kernel compiled as C++.
#pragma once
#include "runtime/kernel_context.h"

namespace pelton {

// One text per kernel, the same in every library that one compiler made.
template <Kernel>
constexpr const char* kernel_key() {
  return __PRETTY_FUNCTION__;
}

struct CudaKernel {
  constexpr CudaKernel() = default;
  constexpr CudaKernel(Kernel cuda, const char* own_key = nullptr) : function(cuda), key(own_key) {}
  constexpr bool is_empty() const { return function == nullptr && key == nullptr; }

  Kernel function = nullptr;  // of test kernels, which have no key
  const char* key = nullptr;
};

}  // namespace pelton

// A CUDA kernel's slot: PELTON_CUDA(cuda::softmax), PELTON_CUDA(cuda::elementwise<Add>).
#define PELTON_CUDA(...) \
  ::pelton::CudaKernel { nullptr, ::pelton::kernel_key<(__VA_ARGS__)>() }
