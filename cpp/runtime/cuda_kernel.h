// Owns CudaKernel, an op's slot for its CUDA kernel: the function where CUDA is built in, and the
// key by which the library of fake GPUs offers the same kernel compiled as C++.
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

  Kernel function = nullptr;  // null where CUDA is not built in
  const char* key = nullptr;  // null: `function` runs on fake GPUs too (test kernels)
};

}  // namespace pelton

// A CUDA kernel's slot: PELTON_CUDA(cuda::softmax), PELTON_CUDA(cuda::elementwise<Add>).
#if PELTON_WITH_CUDA
#define PELTON_CUDA(...) \
  ::pelton::CudaKernel { (__VA_ARGS__), ::pelton::kernel_key<(__VA_ARGS__)>() }
#else
#define PELTON_CUDA(...) \
  ::pelton::CudaKernel { nullptr, ::pelton::kernel_key<(__VA_ARGS__)>() }
#endif
