// Owns the tiled product of two matrices that need not lie in memory: a Problem says how large they
// are and gives their elements one by one.
#pragma once
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cuda/gemm/fragment_tile.h"

namespace pelton::cuda {

// Each block of 16 x 16 threads makes a tile of kTile x kTile results, 4 x 4 in each thread, from
// slices of 16 columns of the left and 16 rows of the right matrix in shared memory.
inline constexpr int kDepth = 16, kSide = 16, kOwn = kTile / kSide;

// A Problem has m, n, k, batch (products of that shape) and, with T the type of the elements,
//   at_a<T>(batch, row, depth), at_b<T>(batch, depth, column), store<T>(batch, row, column, sum)
// which are only called for positions inside, and, where it is not plain, product(a, b). Sums are
// made in compute_t<T>, in the order of depth. What fragment_tile.h adds is for float16 and
// bfloat16.
template <class Problem, class T>
class Tile {
 public:
  using C = compute_t<T>;
  __device__ Tile(const Problem& problem, int64_t batch)
      : problem_(problem),
        batch_(batch),
        row_(static_cast<int64_t>(blockIdx.x) * kTile),
        column_(static_cast<int64_t>(blockIdx.y) * kTile),
        a_(shared_memory<C>()),
        b_(shared_memory<C>() + kTile * kDepth) {}

  __device__ void run() {
    for (int64_t depth = 0; depth < problem_.k; depth += kDepth) {
      load(depth);
      __syncthreads();
      multiply();
      __syncthreads();
    }
    store();
  }

 private:
  // Both slices have kTile * kDepth elements: four for each thread. Outside there are zeros.
  __device__ void load(int64_t depth) {
    const int thread = static_cast<int>(threadIdx.y * kSide + threadIdx.x);
    for (int i = thread; i < kTile * kDepth; i += kSide * kSide) {
      const int64_t row = row_ + i / kDepth, left = depth + i % kDepth;
      a_[i] = row < problem_.m && left < problem_.k
                  ? C(problem_.template at_a<T>(batch_, row, left))
                  : C(0);
      const int64_t right = depth + i / kTile, column = column_ + i % kTile;
      b_[i] = right < problem_.k && column < problem_.n
                  ? C(problem_.template at_b<T>(batch_, right, column))
                  : C(0);
    }
  }

  __device__ void multiply() {
    for (int d = 0; d < kDepth; ++d)
      for (int i = 0; i < kOwn; ++i) {
        const C left = a_[(static_cast<int>(threadIdx.y) + i * kSide) * kDepth + d];
        for (int j = 0; j < kOwn; ++j) {
          const C right = b_[d * kTile + static_cast<int>(threadIdx.x) + j * kSide];
          sums_[i][j] = Add{}(sums_[i][j], product(left, right));
        }
      }
  }
  __device__ C product(C left, C right) const {
    if constexpr (requires { problem_.product(left, right); })
      return problem_.product(left, right);
    else
      return Multiply{}(left, right);
  }

  __device__ void store() {
    for (int i = 0; i < kOwn; ++i)
      for (int j = 0; j < kOwn; ++j) {
        const int64_t row = row_ + threadIdx.y + i * kSide;
        const int64_t column = column_ + threadIdx.x + j * kSide;
        if (row < problem_.m && column < problem_.n)
          problem_.template store<T>(batch_, row, column, sums_[i][j]);
      }
  }

  const Problem& problem_;
  int64_t batch_, row_, column_;
  C *a_, *b_;
  C sums_[kOwn][kOwn] = {};
};

template <class Problem, class T>
__global__ void tiled_product(Problem problem) {
  for (int64_t batch = blockIdx.z; batch < problem.batch; batch += gridDim.z)
    Tile<Problem, T>(problem, batch).run();
}

template <class T, class Problem>
void launch_product(const KernelContext& context, const Problem& problem) {
  const auto tiles = [](int64_t n) { return static_cast<unsigned>((n + kTile - 1) / kTile); };
  constexpr int64_t kMaxDepth = 65535;
  const auto deep = static_cast<unsigned>(problem.batch < kMaxDepth ? problem.batch : kMaxDepth);
  const dim3 blocks(tiles(problem.m), tiles(problem.n), deep);
  if constexpr (kHasFragments<Problem, T>)
    launch_with_barriers(context, Grid{blocks, dim3(FragmentTile<Problem, T>::kThreads)},
                         &fragment_product<Problem, T>, problem);
  else
    launch_with_barriers(
        context, Grid{blocks, dim3(kSide, kSide), 2 * kTile * kDepth * sizeof(compute_t<T>)},
        &tiled_product<Problem, T>, problem);
}

}  // namespace pelton::cuda
