// Owns copies from global to shared memory that run beside the thread that orders them: by cp.async
// since compute capability 8.0, plain before.
#pragma once
#include "kernels/cuda/launch.h"
#ifdef __CUDACC__
#include <cuda_pipeline.h>
#else
#include "runtime/fake/emulated_copies.h"
#endif

namespace pelton::cuda {

inline constexpr int kCopyBytes = 16;  // of one copy; both addresses are multiples of it

#ifdef __CUDACC__

template <class T>
__device__ void copy_async(T* shared, const T* global) {
  __pipeline_memcpy_async(shared, global, kCopyBytes);
}

// Makes a group of the thread's copies since its last group, even of none.
__device__ inline void commit_copies() { __pipeline_commit(); }

// Waits for the copies of all the thread's groups but the last `kPrior`. What other threads copied
// is there behind a barrier after it.
template <int kPrior>
__device__ void wait_for_copies() {
  __pipeline_wait_prior(kPrior);
}

#else

template <class T>
void copy_async(T* shared, const T* global, const fake::Place& place = fake::Place::current()) {
  fake::copy_later(shared, global, place);
}

inline void commit_copies() { fake::close_copies(); }

template <int kPrior>
void wait_for_copies() {
  fake::finish_copies(kPrior);
}

#endif

}  // namespace pelton::cuda
