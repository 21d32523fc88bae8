// Owns how the threads of a block combine one value each. Every thread must take part.
#pragma once
#include <cstring>

#include "kernels/cuda/launch.h"

namespace pelton::cuda {

// Shared memory that block_reduce needs for values of type T: one for each warp.
template <class T>
constexpr size_t reduce_bytes() {
  return 32 * sizeof(T);
}

// A value of any size shuffles as one or more words of CUDA's own types.
template <class T>
__device__ T shuffle_xor(T value, int lanes) {
  constexpr unsigned kAll = 0xFFFFFFFFu;
  if constexpr (std::is_class_v<T>) {
    unsigned words[sizeof(T) / sizeof(unsigned)];
    std::memcpy(words, &value, sizeof value);
    for (unsigned& word : words) word = __shfl_xor_sync(kAll, word, lanes);
    std::memcpy(&value, words, sizeof value);
    return value;
  } else if constexpr (sizeof(T) < 4) {
    return static_cast<T>(__shfl_xor_sync(kAll, static_cast<int>(value), lanes));
  } else {
    return __shfl_xor_sync(kAll, value, lanes);
  }
}

// What combine() makes of all threads' values, the same in every thread; the order depends on the
// block's size only. The block is one-dimensional, of a multiple of 32 threads; `space` points to
// reduce_bytes<T>() of shared memory, free to use again after the next barrier.
template <class T, class F>
__device__ T block_reduce(T value, T* space, F combine) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value = combine(value, shuffle_xor(value, lanes));
  if (blockDim.x == 32) return value;
  const unsigned warp = threadIdx.x / 32;
  __syncthreads();  // the space may be in use by a reduction before
  if (threadIdx.x % 32 == 0) space[warp] = value;
  __syncthreads();
  value = space[0];
  for (unsigned other = 1; other < blockDim.x / 32; ++other) value = combine(value, space[other]);
  return value;
}

// Rows of fewer elements need no block each.
inline constexpr int64_t kLongRow = 64;

// Threads for a block that works on rows of n elements.
inline unsigned threads_for_row(int64_t n) { return n <= 1024 ? 32 : 256; }

}  // namespace pelton::cuda
