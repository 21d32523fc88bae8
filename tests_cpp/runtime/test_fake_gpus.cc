// Tests the fake GPUs' backend: memory, stream, faults and the reading of their variables.
#include <sys/wait.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <cstring>

#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/runtime/fake_gpus.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;

namespace {

constexpr int64_t kMega = int64_t{1} << 20;

Tensor numbers_on(int64_t count, Device device) {
  std::vector<float> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return from_host(values.data(), {count}, DType::float32, device);
}

std::vector<float> on_host(const Tensor& x) {
  std::vector<float> out(static_cast<size_t>(x.size()));
  to_host(x, out.data());
  return out;
}

template <class F>
Error error_from(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error;
  }
  return Error(Code::internal, "no error");
}

// As wrong kernels do.
[[gnu::no_sanitize_address]] unsigned char read_freed(const unsigned char* data) { return *data; }

}  // namespace

TEST_CASE("tensors travel between the host and fake GPUs") {
  const FakeGpus gpus(2);
  const Tensor x = numbers_on(1000, Device{});
  const Tensor there = copy_to(x, kGpu0);
  REQUIRE(there.device() == kGpu0);
  const Tensor beyond = copy_to(there, kGpu1);
  REQUIRE(beyond.device() == kGpu1);
  REQUIRE(on_host(copy_to(beyond, Device{})) == on_host(x));
  const Layout every_other{{500}, {2}, 1};
  const Tensor odd = contiguous(there.view(every_other));
  REQUIRE(odd.device() == kGpu0);
  REQUIRE(on_host(odd)[3] == 7.0f);
}

TEST_CASE("a fake GPU counts its memory and gives it back") {
  const FakeGpus gpus(1);
  Backend& backend = gpus.backend();
  {
    const Tensor x = empty({1024, 1024}, DType::float32, kGpu0);
    REQUIRE(backend.memory_stats(0).current == 4 * kMega);
    REQUIRE(backend.memory_stats(0).cached == 0);
    const Tensor y = empty({10}, DType::float32, kGpu0);
    REQUIRE(backend.memory_stats(0).current == 4 * kMega + 256);
  }
  MemoryStats stats = backend.memory_stats(0);
  REQUIRE(stats.current == 0);
  REQUIRE(stats.peak == 4 * kMega + 256);
  REQUIRE(stats.cached == 6 * kMega);
  backend.reset_peak(0);
  backend.empty_cache(0);
  stats = backend.memory_stats(0);
  REQUIRE(stats.peak == 0);
  REQUIRE(stats.cached == 0);
}

TEST_CASE("blocks of a segment are cut, reused and joined again") {
  const FakeGpus gpus(1);
  Allocator& memory = gpus.backend().allocator(0);
  void* const a = memory.allocate(kMega / 2);
  void* const b = memory.allocate(kMega / 2);
  void* const c = memory.allocate(kMega);
  REQUIRE(static_cast<char*>(b) == static_cast<char*>(a) + kMega / 2);
  memory.free(a, kMega / 2);
  REQUIRE(memory.allocate(kMega / 4) == a);
  memory.free(a, kMega / 4);
  memory.free(b, kMega / 2);
  REQUIRE(memory.allocate(kMega) == a);
  memory.free(a, kMega);
  memory.free(c, kMega);
  REQUIRE(memory.allocate(2 * kMega) == a);
  memory.free(a, 2 * kMega);
  REQUIRE(gpus.backend().memory_stats(0).cached == 2 * kMega);
}

TEST_CASE("an exhausted GPU says what fills it and goes on working") {
  const FakeGpus gpus(1, "16M");
  const Tensor large = empty({2, 1024, 1024}, DType::float32, kGpu0);
  const Tensor small = empty({7}, DType::int32, kGpu0);
  const Error error = error_from([] { empty({2457600, 2}, DType::float64, kGpu0); });
  REQUIRE(error.code() == Code::resource_exhausted);
  REQUIRE(error.message() ==
          "OOM when allocating tensor with shape[2457600,2] and type double on "
          "/job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0: requested 39321600 "
          "bytes, in use 8388864, cached 2096896, limit none; largest live tensors: float32 "
          "(2, 1024, 1024) 8388608 bytes, int32 (7,) 256 bytes");
  REQUIRE(on_host(numbers_on(5, kGpu0))[4] == 4.0f);
}

TEST_CASE("a cache that is in the way of a large tensor is given back first") {
  const FakeGpus gpus(1, "16M");
  {
    const Tensor first = empty({6 * kMega}, DType::uint8, kGpu0);
    const Tensor second = empty({6 * kMega}, DType::uint8, kGpu0);
  }
  REQUIRE(empty({15 * kMega}, DType::uint8, kGpu0).defined());
}

TEST_CASE("memory that another process took is missing") {
  const FakeGpus gpus(1, "16M");
  gpus.backend().take_as_another_process(0, 12 * kMega);
  const auto allocate = [] { return empty({5 * kMega}, DType::uint8, kGpu0); };
  REQUIRE(error_from(allocate).code() == Code::resource_exhausted);
  gpus.backend().take_as_another_process(0, -12 * kMega);
  REQUIRE(allocate().defined());
  REQUIRE_THROWS_AS(gpus.backend().take_as_another_process(0, 17 * kMega), Error);
}

TEST_CASE("a fake GPU records copies and runs the record again, on what is there then") {
  const FakeGpus gpus(1);
  Backend& backend = gpus.backend();
  const Tensor from = numbers_on(4, kGpu0), to = from_host("12345678", {2}, DType::float32, kGpu0);
  const Tensor half = from.view({{2}, {2}, 1});
  std::unique_ptr<DeviceGraph> graph;
  {
    const auto capture = backend.begin_capture(0);
    capture->copy_strided(view_of(half), view_of(to));
    REQUIRE(on_host(to)[0] != 1.0f);  // the device works on meanwhile
    graph = capture->finish();
  }
  REQUIRE(on_host(to)[0] != 1.0f);
  graph->launch();
  REQUIRE(on_host(to) == std::vector<float>{1, 3});
  const float other[] = {5, 6, 7, 8};
  backend.copy_from_host(0, from.data(), other, sizeof other);
  graph->launch();
  REQUIRE(on_host(to) == std::vector<float>{6, 8});
  REQUIRE(error_from([] { runtime().devices().backend(Device{}).begin_capture(0); }).code() ==
          Code::unimplemented);
}

TEST_CASE("logical devices share a card, each with its limit") {
  const FakeGpus gpus(1, "16M");
  DeviceManager& devices = runtime().devices();
  devices.set_states(DeviceType::gpu, {{.limits = {{4 * kMega, 8 * kMega}}}});
  REQUIRE(devices.devices().size() == 3);
  const Tensor in_first = empty({4 * kMega}, DType::uint8, kGpu0);
  const Error full = error_from([] { empty({1}, DType::uint8, kGpu0); });
  REQUIRE(full.message().find("limit 4194304") != std::string::npos);
  REQUIRE(empty({8 * kMega}, DType::uint8, kGpu1).defined());
  const Error used =
      error_from([&] { devices.set_states(DeviceType::gpu, {{.limits = {{kMega}}}}); });
  REQUIRE(used.code() == Code::runtime_error);
  REQUIRE(used.message().find("GPU:0 holds 4194304 bytes of tensors") == 0);
  REQUIRE(devices.devices().size() == 3);
  for (const std::vector<int64_t>& bad :
       {std::vector<int64_t>{-1}, std::vector<int64_t>{17 * kMega}, std::vector<int64_t>{},
        std::vector<int64_t>{9 * kMega, 9 * kMega}})
    REQUIRE(error_from([&] { devices.set_states(DeviceType::gpu, {{.limits = bad}}); }).code() ==
            Code::value_error);
}

TEST_CASE("without growth the first use takes the limit") {
  const FakeGpus gpus(1, "16M");
  runtime().devices().set_states(DeviceType::gpu, {{.limits = {{10 * kMega}}, .growth = false}});
  REQUIRE(gpus.backend().memory_stats(0).cached == 0);
  const Tensor x = empty({1}, DType::uint8, kGpu0);
  REQUIRE(gpus.backend().memory_stats(0).cached == 10 * kMega - 256);
}

TEST_CASE("work runs in order on the device's thread and its errors wait for a synchronisation") {
  const FakeGpus gpus(1);
  auto* queue = static_cast<fake::LaunchQueue*>(gpus.backend().stream(0));
  std::vector<int> order;
  const auto caller = std::this_thread::get_id();
  bool elsewhere = false;
  for (int i = 0; i < 100; ++i) queue->enqueue([&order, i] { order.push_back(i); });
  queue->enqueue([&] { elsewhere = std::this_thread::get_id() != caller; });
  queue->enqueue([] { raise(Code::index_error, "index 7 is not in [0, 3)"); });
  queue->enqueue([] { raise(Code::internal, "the second error"); });
  REQUIRE(error_from([&] { gpus.backend().synchronize(0); }).message() ==
          "index 7 is not in [0, 3)");
  REQUIRE(elsewhere);
  REQUIRE(order.size() == 100);
  REQUIRE(std::is_sorted(order.begin(), order.end()));
  gpus.backend().synchronize(0);
}

TEST_CASE("freed memory is poisoned after the work that was queued before") {
  const FakeGpus gpus(1);
  auto* queue = static_cast<fake::LaunchQueue*>(gpus.backend().stream(0));
  Allocator& memory = gpus.backend().allocator(0);
  auto* data = static_cast<unsigned char*>(memory.allocate(256));
  unsigned char before = 0, after = 0;
  queue->enqueue([=] { std::memset(data, 1, 256); });
  queue->enqueue([=, &before] { before = data[255]; });
  memory.free(data, 256);
  queue->enqueue([=, &after] { after = read_freed(data + 255); });
  gpus.backend().synchronize(0);
  REQUIRE(before == 1);
  REQUIRE(after == fake::kPoison);
}

TEST_CASE("host code that reads a fake GPU's memory is stopped") {
  const FakeGpus gpus(1);
  const Tensor x = numbers_on(10, kGpu0);
  gpus.backend().synchronize(0);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    _exit(x.data_as<float>()[3] == 3.0f ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE((WIFSIGNALED(status) || WEXITSTATUS(status) > 1));
}

TEST_CASE("a forked child has lost the fake GPUs of its parent") {
  const FakeGpus gpus(1);
  const Tensor x = numbers_on(10, kGpu0);
  const pid_t child = fork();
  if (child == 0) {
    const Error error = error_from([&] { on_host(x); });
    _exit(error.code() == Code::device_lost ? 7 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WEXITSTATUS(status) == 7);
}

TEST_CASE("faults are injected where they were planned") {
  const FakeGpus gpus(2);
  struct Row {
    const char* plan;
    Code first;                 // of the call that fails
    std::optional<Code> later;  // of the calls after it; absent: they work
  };
  const Row rows[] = {
      {"allocate:1:resource_exhausted", Code::resource_exhausted, std::nullopt},
      {"copy:1:internal", Code::internal, std::nullopt},
      {"copy:1:internal:sticky", Code::internal, Code::device_lost},
      {"synchronize:1:device_lost", Code::device_lost, Code::device_lost},
      {"any:2:unimplemented", Code::unimplemented, std::nullopt},
  };
  for (const Row& row : rows) {
    INFO(row.plan);
    gpus.backend().faults(0).set(fake::parse_fault(row.plan));
    const auto use = [] { on_host(numbers_on(3, kGpu0)); };
    REQUIRE(error_from(use).code() == row.first);
    if (row.later)
      REQUIRE(error_from(use).code() == *row.later);
    else
      use();
    REQUIRE(on_host(numbers_on(3, kGpu1))[2] == 2.0f);
    gpus.backend().faults(0).set(std::nullopt);
    use();
  }
  for (const char* bad : {"", "copy", "copy:0:internal", "copy:x:internal", "copy:1:oops",
                          "move:1:internal", "copy:1:internal:often"})
    REQUIRE(error_from([&] { fake::parse_fault(bad); }).code() == Code::value_error);
}

TEST_CASE("the variables that ask for fake GPUs are checked") {
  for (const char* bad : {"-1", "x", "17", "1.5"}) {
    INFO(bad);
    setenv("PELTON_FAKE_GPUS", bad, 1);
    REQUIRE_THROWS_AS(fake::FakeOptions::from_environment(), Error);
  }
  setenv("PELTON_FAKE_GPUS", "1", 1);
  for (const char* bad : {"x", "0", "12", "-5M", "99999999999999999999", "4T"}) {
    INFO(bad);
    setenv("PELTON_FAKE_GPU_MEMORY", bad, 1);
    REQUIRE_THROWS_AS(fake::FakeOptions::from_environment(), Error);
  }
  setenv("PELTON_FAKE_GPU_MEMORY", "2G", 1);
  REQUIRE(fake::FakeOptions::from_environment().memory == 2 * 1024 * kMega);
  unsetenv("PELTON_FAKE_GPUS");
  unsetenv("PELTON_FAKE_GPU_MEMORY");
  REQUIRE(fake::FakeOptions::from_environment().count == 0);
}
