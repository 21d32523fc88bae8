// Owns the only way to launch a CUDA kernel. Compiled by nvcc it is a launch on the context's
// stream; compiled as C++ the grid is emulated on the thread of a fake GPU. Kernels use no <<<>>>
// and no __shared__: shared memory comes from shared_memory<T>() and shared_array() only.
#pragma once
#include <tuple>

#include "kernels/common/functors/functors.h"
#include "runtime/cuda/device_failure.h"
#include "runtime/dispatch/kernel_context.h"
#ifdef __CUDACC__
#include <cuda_runtime.h>

#include "runtime/cuda/cuda_status.h"
#include "runtime/cuda/failure_word_user.h"
#else
#include "runtime/fake/cuda_emulator.h"
#include "runtime/fake/launch_queue.h"
#endif

namespace pelton::cuda {

struct Grid {
  dim3 blocks;
  dim3 threads;
  size_t shared_bytes = 0;  // of each block
};

inline constexpr unsigned kBlockThreads = 256;

// A grid for a loop over `items`: for (i = first_item(); i < items; i += item_step()).
inline Grid grid_over(int64_t items) {
  constexpr int64_t kMaxBlocks = 4096;
  const int64_t blocks = (items + kBlockThreads - 1) / kBlockThreads;
  return {dim3(static_cast<unsigned>(blocks < kMaxBlocks ? blocks : kMaxBlocks)),
          dim3(kBlockThreads)};
}

__device__ inline int64_t first_item() {
  return static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline int64_t item_step() { return static_cast<int64_t>(gridDim.x) * blockDim.x; }

#ifdef __CUDACC__

// The block's shared memory as an array of T.
template <class T>
__device__ T* shared_memory() {
  extern __shared__ __align__(16) unsigned char pelton_shared_bytes[];
  return reinterpret_cast<T*>(pelton_shared_bytes);
}

// N elements of shared memory that the kernel has at every launch, aligned to 32 bytes. A `Name` is
// a type for nothing else: calls with the same three arguments give the same array.
template <class Name, class T, size_t N>
__device__ T* shared_array() {
  __shared__ __align__(32) unsigned char bytes[N * sizeof(T)];
  return reinterpret_cast<T*>(bytes);
}

// Where the kernels of this file report bad values on each device; the backend sets it.
static __device__ DeviceFailure* failure_word;
static const FailureWordUser failure_word_user{
    [](void* word) -> int { return cudaMemcpyToSymbol(failure_word, &word, sizeof word); }};

// Says that an operand's value is bad: the device's next synchronisation raises what `site` says,
// of the first such report. The kernel goes on, with a value that does no harm.
__device__ __forceinline__ static void fail_at(const FailureSite& site, int64_t value,
                                               int64_t position, int64_t limit) {
  DeviceFailure* const word = failure_word;
  if (word == nullptr || atomicCAS(&word->state, int{DeviceFailure::empty},
                                   int{DeviceFailure::taken}) != DeviceFailure::empty)
    return;
  word->site = site;
  word->value = value;
  word->position = position;
  word->limit = limit;
  __threadfence_system();
  *static_cast<volatile int*>(&word->state) = DeviceFailure::written;
}

namespace detail {

inline void check_cuda(cudaError_t code) {
  if (code != cudaSuccess) [[unlikely]] {
    cudaGetLastError();
    raise_status(code, cudaGetErrorString(code), "launching a kernel");
  }
}

template <class... Params>
void launch_grid(const KernelContext& context, const Grid& grid, void (*kernel)(Params...), bool,
                 std::tuple<Params...> arguments) {
  constexpr size_t kUnasked = 48 << 10;  // more shared memory must be asked for
  const void* function = reinterpret_cast<const void*>(kernel);
  if (grid.shared_bytes > kUnasked)
    check_cuda(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(grid.shared_bytes)));
  std::apply(
      [&](Params&... each) {
        void* pointers[] = {&each...};
        check_cuda(cudaLaunchKernel(function, grid.blocks, grid.threads, pointers,
                                    grid.shared_bytes,
                                    static_cast<cudaStream_t>(context.stream())));
      },
      arguments);
}

}  // namespace detail

#else

template <class T>
T* shared_memory() {
  return static_cast<T*>(fake::shared_bytes());
}

template <class Name, class T, size_t N>
T* shared_array() {
  static const char key = 0;  // its address stands for the array
  return static_cast<T*>(fake::shared_array(&key, N * sizeof(T)));
}

// As with CUDA, but the kernel ends.
[[noreturn]] inline void fail_at(const FailureSite& site, int64_t value, int64_t position,
                                 int64_t limit) {
  raise_failure({.site = site, .value = value, .position = position, .limit = limit});
}

namespace detail {

template <class... Params>
void launch_grid(const KernelContext& context, const Grid& grid, void (*kernel)(Params...),
                 bool has_barriers, std::tuple<Params...> arguments) {
  const fake::GridShape shape{grid.blocks, grid.threads, grid.shared_bytes, has_barriers};
  static_cast<fake::LaunchQueue*>(context.stream())->enqueue([shape, kernel, arguments] {
    fake::run_grid(shape, [&] { std::apply(kernel, arguments); });
  });
}

}  // namespace detail
#endif

// fail_at() without numbers.
__device__ inline void fail(const FailureSite& site) { fail_at(site, 0, 0, 0); }

// Launches a kernel whose threads never wait for one another; an empty grid is no launch.
template <class... Params, class... Args>
void launch(const KernelContext& context, const Grid& grid, void (*kernel)(Params...),
            const Args&... args) {
  if (grid.blocks.x == 0 || grid.blocks.y == 0 || grid.blocks.z == 0) return;
  detail::launch_grid(context, grid, kernel, false, std::tuple<Params...>(args...));
}

// Launches a kernel with __syncthreads(), shuffles or votes.
template <class... Params, class... Args>
void launch_with_barriers(const KernelContext& context, const Grid& grid, void (*kernel)(Params...),
                          const Args&... args) {
  if (grid.blocks.x == 0 || grid.blocks.y == 0 || grid.blocks.z == 0) return;
  detail::launch_grid(context, grid, kernel, true, std::tuple<Params...>(args...));
}

}  // namespace pelton::cuda
