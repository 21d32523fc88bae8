// What the emulator says of kernels that are wrong, and that it works on after it.
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <vector>

#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/cuda_launches.h"
#include "tests_cpp/runtime/fake_gpus.h"

namespace pelton {
namespace {

// The lines of the barriers below count from here.
constexpr int kLine = __LINE__;
__global__ void two_barriers() {
  if (threadIdx.x < 4)
    __syncthreads();
  else
    __syncthreads();
}

__global__ void early_exit() {
  if (threadIdx.x == 3) return;
  __syncthreads();
}

__global__ void missing_lane(int* out) {
  if (threadIdx.x == 5) return;
  out[threadIdx.x] = __shfl_down_sync(0xFFFFFFFFu, 1, 1);
}

__global__ void outside_mask(int* out) { out[threadIdx.x] = __shfl_down_sync(0x0000FFFFu, 1, 1); }

__global__ void read_uninitialised(float* out) {
  float* shared = cuda::shared_memory<float>();
  if (threadIdx.x != 2) shared[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = shared[threadIdx.x];
}

__global__ void beyond_shared(float* out, int at) {
  float* shared = cuda::shared_memory<float>();
  shared[at] = 1;
  *out = shared[at];
}

struct FourFloats;
[[maybe_unused]] __global__ void beyond_array(float* out, int at) {
  float* values = cuda::shared_array<FourFloats, float, 4>();
  values[at] = 1;
  *out = values[at];
}

[[maybe_unused]] __global__ void write_at(float* out, int at) { out[at] = 1; }

__global__ void throwing() {
  __syncthreads();
  if (threadIdx.x == 1) raise(Code::index_error, "from a thread");
}

std::string barrier_at(int line) { return cat("test_cuda_emulator_faults.cc:", kLine + line); }

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("divergent barriers are found, with both places", "[cuda_emulator]") {
  Launches gpu;
  const cuda::Grid grid{dim3(2), dim3(8)};
  const auto divergent =
      message_of([&] { cuda::launch_with_barriers(gpu.context(), grid, two_barriers); });
  CHECK_THAT(divergent,
             contains_text(cat("divergent barrier in block (0, 0, 0): thread (0, 0, 0) waits at ",
                               barrier_at(3), ", thread (4, 0, 0) at ", barrier_at(5))));
  const auto ended =
      message_of([&] { cuda::launch_with_barriers(gpu.context(), grid, early_exit); });
  CHECK_THAT(ended,
             contains_text(cat("waits at ", barrier_at(10), ", thread (3, 0, 0) has ended")));
}

TEST_CASE("a barrier in a plain launch is an error", "[cuda_emulator]") {
  Launches gpu;
  const auto text = message_of([&] {
    cuda::launch(gpu.context(), {dim3(1), dim3(8)}, early_exit);
  });
  CHECK_THAT(text, contains_text(cat(barrier_at(10),
                                     ": a barrier in a kernel that was launched as one without")));
}

TEST_CASE("lanes that a shuffle waits for in vain are found", "[cuda_emulator]") {
  Launches gpu;
  std::vector<int> out(32);
  const cuda::Grid grid{dim3(1), dim3(32)};
  CHECK_THAT(message_of([&] {
               cuda::launch_with_barriers(gpu.context(), grid, missing_lane, out.data());
             }),
             contains_text("a warp's lanes do not meet") && contains_text(barrier_at(15)));
  CHECK_THAT(message_of([&] {
               cuda::launch_with_barriers(gpu.context(), grid, outside_mask, out.data());
             }),
             contains_text("lane 16 takes part in an exchange whose mask leaves it out"));
}

TEST_CASE("shared memory that was not written reads as NaN", "[cuda_emulator]") {
  Launches gpu;
  std::vector<float> out(8);
  cuda::launch_with_barriers(gpu.context(), {dim3(1), dim3(8), 8 * sizeof(float)},
                             read_uninitialised, out.data());
  for (size_t i = 0; i < 8; ++i) CHECK(std::isnan(out[i]) == (i == 2));
}

TEST_CASE("impossible grids are refused", "[cuda_emulator]") {
  Launches gpu;
  CHECK_THAT(message_of([&] {
               cuda::launch(gpu.context(), {dim3(1), dim3(2048)}, two_barriers);
             }),
             contains_text("a block has 2048 threads"));
  CHECK_THAT(message_of([&] {
               cuda::launch(gpu.context(), {dim3(1), dim3(1), 1 << 20}, two_barriers);
             }),
             contains_text("1048576 bytes of shared memory"));
}

TEST_CASE("an error in one thread ends the grid, and the next one works", "[cuda_emulator]") {
  Launches gpu;
  for (int repeat = 0; repeat < 3; ++repeat) {
    CHECK(message_of([&] {
            cuda::launch_with_barriers(gpu.context(), {dim3(1), dim3(64)}, throwing);
          }) == "from a thread");
    float out = 0;
    cuda::launch(gpu.context(), {dim3(1), dim3(1), 4 * sizeof(float)}, beyond_shared, &out, 3);
    CHECK(out == 1);
  }
}

#if defined(__SANITIZE_ADDRESS__)
// Whether AddressSanitizer ends a process that does this.
bool is_stopped(const std::function<void()>& call) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(STDERR_FILENO);  // the report
    call();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status) != 0;
}

TEST_CASE("AddressSanitizer sees access beyond shared memory", "[cuda_emulator]") {
  for (const int at : {3, 4})
    CHECK(is_stopped([at] {
            Launches gpu;
            float out = 0;
            cuda::launch_with_barriers(gpu.context(), {dim3(1), dim3(1), 4 * sizeof(float)},
                                       beyond_shared, &out, at);
          }) == (at == 4));
}

TEST_CASE("AddressSanitizer sees access beyond a shared array", "[cuda_emulator]") {
  for (const int at : {-1, 3, 4})
    CHECK(is_stopped([at] {
            Launches gpu;
            float out = 0;
            cuda::launch(gpu.context(), {dim3(1), dim3(1)}, beyond_array, &out, at);
          }) == (at != 3));
}

TEST_CASE("AddressSanitizer sees access beyond a tensor of a fake GPU", "[cuda_emulator]") {
  struct Row {
    int at;
    bool is_freed, is_wrong;
  };
  // Ten floats take a block of 256 bytes; its neighbours are free or another tensor's.
  const Row rows[] = {
      {9, false, false}, {10, false, true}, {63, false, true}, {-1, false, true}, {0, true, true}};
  for (const Row& row : rows) {
    INFO(row.at << ' ' << row.is_freed);
    CHECK(is_stopped([row] {
            const FakeGpus gpus(1);
            fake::FakeBackend& backend = gpus.backend();
            Allocator& memory = backend.allocator(0);
            constexpr size_t kBytes = 10 * sizeof(float);
            void* const before = memory.allocate(kBytes);
            auto* const data = static_cast<float*>(memory.allocate(kBytes));
            if (row.is_freed) memory.free(data, kBytes);
            const KernelContext context({}, {}, nullptr, memory, backend.stream(0));
            cuda::launch(context, {dim3(1), dim3(1)}, write_at, data, row.at);
            backend.synchronize(0);
            memory.free(before, kBytes);
            if (!row.is_freed) memory.free(data, kBytes);
          }) == row.is_wrong);
  }
}
#endif

}  // namespace pelton
