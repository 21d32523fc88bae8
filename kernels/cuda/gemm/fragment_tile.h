// Owns the tiles of products of float16 and bfloat16 matrices that are made of matrix fragments.
// tiled_product.h says what a Problem is.
#pragma once
#include "kernels/cuda/gemm/async_copy.h"
#include "kernels/cuda/gemm/fragments.h"

namespace pelton::cuda {

inline constexpr int kTile = 64;  // results of a block: kTile x kTile

template <class Problem, class T>
inline constexpr bool kHasFragments =
    (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)&&!requires(const Problem& problem) {
  problem.product(0.0f, 0.0f);
};

// A block has eight warps with two fragments of sums each. Slices of 32 columns of the left and 32
// rows of the right matrix lie in two buffers: while one is multiplied, the next is on its way. A
// Problem whose elements lie in memory may say where, for copies of eight at once:
//   run_a<T>(batch, row, depth): depth and those after it, or null where they are not neighbours;
//   run_b<T>(batch, depth, column): column and those after it, likewise.
template <class Problem, class T>
class FragmentTile {
 public:
  static constexpr int kThreads = 256;
  __device__ FragmentTile(const Problem& problem, int64_t batch)
      : problem_(problem),
        batch_(batch),
        row_(static_cast<int64_t>(blockIdx.x) * kTile),
        column_(static_cast<int64_t>(blockIdx.y) * kTile),
        a_(shared_array<LeftSlices, T, 2 * kTile * kStepA>()),
        b_(shared_array<RightSlices, T, 2 * kDepth * kStepB>()),
        sums_of_warp_(shared_array<WarpSums, float, kWarps * kArea>() + warp() * kArea) {}

  __device__ void run() {
    fetch(0, 0);
    commit_copies();
    int buffer = 0;
    for (int64_t depth = 0; depth < problem_.k; depth += kDepth, buffer ^= 1) {
      if (depth + kDepth < problem_.k) fetch(depth + kDepth, buffer ^ 1);
      commit_copies();
      wait_for_copies<1>();
      __syncthreads();
      multiply(depth, buffer);
      __syncthreads();
    }
    store();
  }

 private:
  struct LeftSlices;
  struct RightSlices;
  struct WarpSums;
  using F = Fragments<T>;
  static constexpr int kDepth = 32, kRun = kCopyBytes / sizeof(T), kWarps = kThreads / 32;
  static constexpr int kArea = kFragment * kFragment, kAcross = kTile / kFragment, kOwn = 2;
  // A run more than a row's elements, so that a fragment's rows lie in different banks.
  static constexpr int kStepA = kDepth + kRun, kStepB = kTile + kRun;
  static_assert(kWarps * kOwn == kAcross * kAcross && kTile * kDepth == kThreads * kRun);

  __device__ static int thread() { return static_cast<int>(threadIdx.x); }
  __device__ static int warp() { return thread() / 32; }
  // The first fragment of the warp; the other one is right of it.
  __device__ static int own_row() { return warp() * kOwn / kAcross * kFragment; }
  __device__ static int own_column() { return warp() * kOwn % kAcross * kFragment; }

  // Each thread brings a run of each slice. Outside the matrices there are zeros.
  __device__ void fetch(int64_t depth, int buffer) {
    const int row = thread() / (kDepth / kRun), left = thread() % (kDepth / kRun) * kRun;
    fetch_a(row_ + row, depth + left, a_ + (buffer * kTile + row) * kStepA + left);
    const int right = thread() / (kTile / kRun), column = thread() % (kTile / kRun) * kRun;
    fetch_b(depth + right, column_ + column, b_ + (buffer * kDepth + right) * kStepB + column);
  }
  __device__ void fetch_a(int64_t row, int64_t depth, T* to) {
    const bool inside = row < problem_.m;
    if constexpr (requires { problem_.template run_a<T>(batch_, row, depth); })
      if (inside && depth + kRun <= problem_.k &&
          copy_run(to, problem_.template run_a<T>(batch_, row, depth)))
        return;
    for (int i = 0; i < kRun; ++i)
      to[i] = inside && depth + i < problem_.k ? problem_.template at_a<T>(batch_, row, depth + i)
                                               : T{};
  }
  __device__ void fetch_b(int64_t depth, int64_t column, T* to) {
    const bool inside = depth < problem_.k;
    if constexpr (requires { problem_.template run_b<T>(batch_, depth, column); })
      if (inside && column + kRun <= problem_.n &&
          copy_run(to, problem_.template run_b<T>(batch_, depth, column)))
        return;
    for (int i = 0; i < kRun; ++i)
      to[i] = inside && column + i < problem_.n
                  ? problem_.template at_b<T>(batch_, depth, column + i)
                  : T{};
  }
  // False where there is no run, or one that does not begin where copies may.
  __device__ static bool copy_run(T* to, const T* run) {
    if (run == nullptr || reinterpret_cast<uintptr_t>(run) % kCopyBytes != 0) return false;
    copy_async(to, run);
    return true;
  }

  __device__ void multiply(int64_t depth, int buffer) {
    const T* const a = a_ + (buffer * kTile + own_row()) * kStepA;
    const T* const b = b_ + buffer * kDepth * kStepB + own_column();
    for (int d = 0; d < kDepth && depth + d < problem_.k; d += kFragment) {
      typename F::Left left;
      left.load(a + d, kStepA);
      for (int j = 0; j < kOwn; ++j) {
        typename F::Right right;
        right.load(b + d * kStepB + j * kFragment, kStepB);
        sums_[j].add_product(left, right);
      }
    }
  }

  // By way of shared memory, for only there it is known which sum lies where.
  __device__ void store() {
    for (int j = 0; j < kOwn; ++j) {
      sums_[j].store(sums_of_warp_, kFragment);
      __syncwarp();
      for (int i = thread() % 32; i < kArea; i += 32) {
        const int64_t row = row_ + own_row() + i / kFragment;
        const int64_t column = column_ + own_column() + j * kFragment + i % kFragment;
        if (row < problem_.m && column < problem_.n)
          problem_.template store<T>(batch_, row, column, sums_of_warp_[i]);
      }
      __syncwarp();
    }
  }

  const Problem& problem_;
  int64_t batch_, row_, column_;
  T *a_, *b_;
  float* sums_of_warp_;
  typename F::Sums sums_[kOwn];
};

template <class Problem, class T>
__global__ void __launch_bounds__(256) fragment_product(Problem problem) {
  for (int64_t batch = blockIdx.z; batch < problem.batch; batch += gridDim.z)
    FragmentTile<Problem, T>(problem, batch).run();
}

}  // namespace pelton::cuda
