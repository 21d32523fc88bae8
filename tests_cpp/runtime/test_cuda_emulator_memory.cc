// Shared arrays, packs and asynchronous copies in emulated kernels: what is right, and what is told
// of kernels that use them wrongly.
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/cuda/gemm/async_copy.h"
#include "kernels/cuda/gemm/pack.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

struct Partial;
struct Other;

// Each block turns its 64 values round, by way of two arrays of the same type.
__global__ void reverse_blocks(const int* x, int* out) {
  int* partial = cuda::shared_array<Partial, int, 64>();
  int* other = cuda::shared_array<Other, int, 64>();
  const unsigned i = threadIdx.x, at = blockIdx.x * 64 + i;
  partial[i] = x[at];
  other[i] = -1;
  __syncthreads();
  out[at] = partial[63 - i];
}

// Only the first block writes its array.
__global__ void read_unwritten_array(float* out) {
  float* values = cuda::shared_array<Partial, float, 8>();
  if (blockIdx.x == 0) values[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 8 + threadIdx.x] = values[threadIdx.x];
}

__global__ void half_of_both_limits(char* out) {
  out[0] = cuda::shared_array<Partial, char, 24 << 10>()[0];
}
__global__ void above_array_limit(char* out) {
  out[0] = cuda::shared_array<Partial, char, 24 << 10>()[0];
  out[1] = cuda::shared_array<Other, char, (24 << 10) + 1>()[0];
}

__global__ void turn_packs(const float* x, float* out, int packs) {
  for (int64_t i = cuda::first_item(); i < packs; i += cuda::item_step()) {
    const auto in = cuda::load_pack<4>(x + i * 4);
    cuda::store_pack(out + i * 4, cuda::Pack<float, 4>{
                                      {in.values[3], in.values[2], in.values[1], in.values[0]}});
  }
}

// Which of the steps that make a copy arrive a kernel takes.
struct CopySteps {
  bool commits = true, waits = true;
};

// Each of 8 threads copies 4 floats, and reads those of the next thread.
__global__ void copy_through_shared(const float* x, float* out, CopySteps steps) {
  float* values = cuda::shared_array<Partial, float, 32>();
  const unsigned i = threadIdx.x;
  cuda::copy_async(values + 4 * i, x + 4 * i);
  if (steps.commits) cuda::commit_copies();
  if (steps.waits) cuda::wait_for_copies<0>();
  __syncthreads();
  for (unsigned j = 0; j < 4; ++j) out[4 * i + j] = values[(4 * (i + 1) + j) % 32];
}

// Two groups, of which the second may still be on its way when the first is read.
__global__ void wait_for_the_first(const float* x, float* out) {
  float* values = cuda::shared_array<Partial, float, 8>();
  for (int group = 0; group < 2; ++group) {
    cuda::copy_async(values + 4 * group, x + 4 * group);
    cuda::commit_copies();
  }
  cuda::wait_for_copies<1>();
  for (int j = 0; j < 8; ++j) out[j] = values[j];
}

__global__ void copy_to(const float* x, int to, int from) {
  cuda::copy_async(cuda::shared_array<Partial, float, 8>() + to, x + from);
}

std::vector<float> counted(size_t n) {
  std::vector<float> x(n);
  std::iota(x.begin(), x.end(), 0.0f);
  return x;
}

}  // namespace

TEST_CASE("shared arrays are a kernel's own, each by its name", "[cuda_emulator]") {
  std::vector<int> x(3 * 64), out(3 * 64);
  std::iota(x.begin(), x.end(), 0);
  Launches gpu;
  cuda::launch_with_barriers(gpu.context(), {dim3(3), dim3(64)}, reverse_blocks, x.data(),
                             out.data());
  for (int i = 0; i < 3 * 64; ++i) CHECK(out[static_cast<size_t>(i)] == i / 64 * 64 + 63 - i % 64);
}

TEST_CASE("a shared array that a block did not write reads as NaN", "[cuda_emulator]") {
  std::vector<float> out(3 * 8);
  Launches gpu;
  cuda::launch_with_barriers(gpu.context(), {dim3(3), dim3(8)}, read_unwritten_array, out.data());
  for (size_t i = 0; i < out.size(); ++i) CHECK(std::isnan(out[i]) == (i >= 8));
}

TEST_CASE("shared arrays have the limits of GPUs", "[cuda_emulator]") {
  char out[2];
  Launches gpu;
  const auto run = [&](auto kernel, size_t shared_bytes) {
    cuda::launch(gpu.context(), {dim3(1), dim3(1), shared_bytes}, kernel, &out[0]);
  };
  run(half_of_both_limits, 203 << 10);
  CHECK(error_says([&] { run(half_of_both_limits, (203 << 10) + 1); },
                   "24576 bytes of shared arrays and 207873 of its launch"));
  CHECK(error_says([&] { run(above_array_limit, 0); }, "49153 bytes of shared arrays"));
  run(half_of_both_limits, 0);
}

TEST_CASE("packs move what lies beside each other", "[cuda_emulator]") {
  const std::vector<float> x = counted(40);
  std::vector<float> out(40);
  Launches gpu;
  cuda::launch(gpu.context(), cuda::grid_over(10), turn_packs, x.data(), out.data(), 10);
  for (size_t i = 0; i < 40; ++i) CHECK(out[i] == static_cast<float>(i / 4 * 4 + 3 - i % 4));
}

TEST_CASE("packs that do not lie as GPUs want them are found", "[cuda_emulator]") {
  const std::vector<float> x = counted(8);
  std::vector<float> out(8);
  CHECK(cuda::is_pack_place<4>(x.data()));
  CHECK_FALSE(cuda::is_pack_place<4>(x.data() + 2));
  CHECK(cuda::is_pack_place<2>(x.data() + 2));
  Launches gpu;
  for (const auto& [from, to] : {std::pair{1, 0}, std::pair{0, 2}})
    CHECK(error_says(
        [&] {
          cuda::launch(gpu.context(), {dim3(1), dim3(1)}, turn_packs, x.data() + from,
                       out.data() + to, 1);
        },
        "an address that is no multiple of 16 bytes"));
}

TEST_CASE("asynchronous copies arrive when they are committed and waited for", "[cuda_emulator]") {
  const std::vector<float> x = counted(32);
  Launches gpu;
  for (const CopySteps steps :
       {CopySteps{}, CopySteps{.commits = false}, CopySteps{.waits = false}}) {
    INFO(steps.commits << steps.waits);
    std::vector<float> out(32);
    cuda::launch_with_barriers(gpu.context(), {dim3(2), dim3(8)}, copy_through_shared, x.data(),
                               out.data(), steps);
    for (size_t i = 0; i < 32; ++i)
      if (steps.commits && steps.waits)
        CHECK(out[i] == static_cast<float>((i + 4) % 32));
      else
        CHECK(std::isnan(out[i]));
  }
}

TEST_CASE("a wait leaves the groups after it on their way", "[cuda_emulator]") {
  const std::vector<float> x = counted(8);
  std::vector<float> out(8);
  Launches gpu;
  cuda::launch(gpu.context(), {dim3(1), dim3(1)}, wait_for_the_first, x.data(), out.data());
  for (size_t i = 0; i < 4; ++i) CHECK(out[i] == static_cast<float>(i));
  for (size_t i = 4; i < 8; ++i) CHECK(std::isnan(out[i]));
}

TEST_CASE("asynchronous copies between places that GPUs refuse are found", "[cuda_emulator]") {
  const std::vector<float> x = counted(8);
  Launches gpu;
  const auto run = [&](int to, int from) {
    cuda::launch(gpu.context(), {dim3(1), dim3(1)}, copy_to, x.data(), to, from);
  };
  run(4, 4);
  CHECK(error_says([&] { run(1, 4); }, "test_cuda_emulator_memory.cc"));
  CHECK(error_says([&] { run(4, 1); }, "an address that is no multiple of 16 bytes"));
}

}  // namespace pelton
