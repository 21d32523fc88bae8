// CUDA kernels compiled as C++: that they give what a GPU would give.
#include <cmath>
#include <numeric>
#include <vector>

#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

__global__ void add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = cuda::first_item(); i < n; i += cuda::item_step()) out[i] = a[i] + b[i];
}

__global__ void block_sum(const float* x, float* out) {
  float* partial = cuda::shared_memory<float>();
  const unsigned i = threadIdx.x;
  partial[i] = x[blockIdx.x * blockDim.x + i];
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (i < step) partial[i] += partial[i + step];
  }
  if (i == 0) out[blockIdx.x] = partial[0];
}

// One warp per row of 32 * k columns.
__global__ void softmax_rows(const float* x, float* out, int columns) {
  constexpr unsigned kAll = 0xFFFFFFFFu;
  const float* row = x + blockIdx.x * columns;
  float largest = -INFINITY, sum = 0;
  for (int j = static_cast<int>(threadIdx.x); j < columns; j += 32)
    largest = std::max(largest, row[j]);
  for (int step = 16; step > 0; step /= 2)
    largest = std::max(largest, __shfl_xor_sync(kAll, largest, step));
  for (int j = static_cast<int>(threadIdx.x); j < columns; j += 32)
    sum += std::exp(row[j] - largest);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(kAll, sum, step);
  for (int j = static_cast<int>(threadIdx.x); j < columns; j += 32)
    out[blockIdx.x * columns + j] = std::exp(row[j] - largest) / sum;
}

__global__ void positions(int* out) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] += 1;
}

__global__ void warp_facts(int* shifted, unsigned* votes, int* sums) {
  const int i = static_cast<int>(threadIdx.x);
  shifted[4 * i] = __shfl_down_sync(0xFFFFFFFFu, i, 1, 8);
  shifted[4 * i + 1] = __shfl_up_sync(0xFFFFFFFFu, i, 3);
  shifted[4 * i + 2] = __shfl_sync(0xFFFFFFFFu, i, 5, 16);
  shifted[4 * i + 3] = __all_sync(0xFFFFFFFFu, i < 32) + 2 * __any_sync(0xFFFFFFFFu, i == 7);
  votes[i] = __ballot_sync(0xFFFFFFFFu, i % 3 == 0);
  const unsigned half = i < 16 ? 0xFFFFu : 0xFFFF0000u;  // two groups that go on separately
  sums[i] = __reduce_add_sync(half, i) + __reduce_max_sync(half, i) - __reduce_min_sync(half, i);
}

__global__ void exchange_atomically(int* least, int* last, int* compared, int* before) {
  const int i = static_cast<int>(threadIdx.x);
  atomicMin(least, 10 - i);
  before[i] = atomicExch(last, i);
  atomicCAS(compared, i, i + 1);  // counts up, one thread after the other
}

__global__ void count_even(const int* x, int n, int* count, int* largest) {
  for (int64_t i = cuda::first_item(); i < n; i += cuda::item_step()) {
    if (x[i] % 2 == 0) atomicAdd(count, 1);
    atomicMax(largest, x[i]);
  }
}

}  // namespace

TEST_CASE("a kernel without barriers covers its items", "[cuda_emulator]") {
  std::vector<float> a(1000), b(1000, 2), out(1000);
  std::iota(a.begin(), a.end(), 0.0f);
  Launches gpu;
  cuda::launch(gpu.context(), cuda::grid_over(1000), add, a.data(), b.data(), out.data(), 1000);
  for (size_t i = 0; i < out.size(); ++i) REQUIRE(out[i] == static_cast<float>(i) + 2);
  cuda::launch(gpu.context(), cuda::grid_over(0), add, a.data(), b.data(), out.data(), 0);
}

TEST_CASE("a block reduces in shared memory", "[cuda_emulator]") {
  std::vector<float> x(3 * 1024), out(3);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 7);
  Launches gpu;
  cuda::launch_with_barriers(gpu.context(), {dim3(3), dim3(1024), 1024 * sizeof(float)}, block_sum,
                             x.data(), out.data());
  for (size_t i = 0; i < 3; ++i)
    CHECK(out[i] == std::accumulate(&x[i * 1024], &x[i * 1024] + 1024, 0.0f));
}

TEST_CASE("softmax by shuffles", "[cuda_emulator]") {
  const int rows = 5, columns = 96;
  std::vector<float> x(rows * columns), out(rows * columns);
  for (size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<float>(i)) * 20;
  Launches gpu;
  cuda::launch_with_barriers(gpu.context(), {dim3(rows), dim3(32)}, softmax_rows, x.data(),
                             out.data(), columns);
  for (size_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (size_t j = 0; j < columns; ++j) sum += std::exp(double{x[r * columns + j]});
    for (size_t j = 0; j < columns; ++j)
      CHECK(out[r * columns + j] ==
            Approx(std::exp(double{x[r * columns + j]}) / sum).epsilon(1e-5));
  }
}

TEST_CASE("every thread of a three-dimensional grid runs once", "[cuda_emulator]") {
  for (const bool barriers : {false, true}) {
    std::vector<int> out(2 * 3 * 4 * 5 * 2 * 3, 0);
    Launches gpu;
    const cuda::Grid grid{dim3(2, 3, 4), dim3(5, 2, 3)};
    if (barriers)
      cuda::launch_with_barriers(gpu.context(), grid, positions, out.data());
    else
      cuda::launch(gpu.context(), grid, positions, out.data());
    for (int count : out) REQUIRE(count == 1);
  }
}

TEST_CASE("shuffles, votes and warp reductions", "[cuda_emulator]") {
  std::vector<int> shifted(4 * 32), sums(32);
  std::vector<unsigned> votes(32);
  Launches gpu;
  cuda::launch_with_barriers(gpu.context(), {dim3(1), dim3(32)}, warp_facts, shifted.data(),
                             votes.data(), sums.data());
  for (int i = 0; i < 32; ++i) {
    const auto at = static_cast<size_t>(4 * i);
    CHECK(shifted[at] == (i % 8 == 7 ? i : i + 1));
    CHECK(shifted[at + 1] == (i < 3 ? i : i - 3));
    CHECK(shifted[at + 2] == i / 16 * 16 + 5);
    CHECK(shifted[at + 3] == 3);
    CHECK(votes[static_cast<size_t>(i)] == 0x49249249u);
    CHECK(sums[static_cast<size_t>(i)] == (i < 16 ? 120 + 15 : 376 + 15));
  }
}

TEST_CASE("atomics add up over blocks", "[cuda_emulator]") {
  std::vector<int> x(5000);
  std::iota(x.begin(), x.end(), -1000);
  int count = 0, largest = -5000;
  Launches gpu;
  cuda::launch(gpu.context(), cuda::grid_over(5000), count_even, x.data(), 5000, &count, &largest);
  CHECK(count == 2500);
  CHECK(largest == 3999);
}

TEST_CASE("atomics give the value from before", "[cuda_emulator]") {
  int least = 100, last = -1, compared = 0;
  std::vector<int> before(8);
  Launches gpu;
  cuda::launch(gpu.context(), {dim3(1), dim3(8)}, exchange_atomically, &least, &last, &compared,
               before.data());
  CHECK(least == 3);
  CHECK(last == 7);
  CHECK(compared == 8);
  CHECK(before == std::vector<int>{-1, 0, 1, 2, 3, 4, 5, 6});
}

}  // namespace pelton
