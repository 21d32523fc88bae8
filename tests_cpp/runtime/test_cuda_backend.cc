// Tests the CUDA backend on a recorded CUDA runtime: what it calls, in which order, and what it
// makes of every kind of failure.
#include <sys/wait.h>
#include <unistd.h>

#include <numeric>

#include "runtime/cuda/cuda_status.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/runtime/recorded_machine.h"

using namespace pelton;

namespace {

constexpr cuda::Status kIllegalAddress = 700;

template <class F>
Code code_raised_by(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("no error");
  return Code::internal;
}

}  // namespace

TEST_CASE("listing CUDA devices touches none of them") {
  auto* const api = new RecordedCuda(2);
  cuda::CudaBackend backend{std::unique_ptr<cuda::CudaApi>(api), &kNoKernels, nullptr};
  backend.configure(std::vector<LogicalPart>{{.physical = 0}, {.physical = 1}});
  REQUIRE(backend.physical_count() == 2);
  REQUIRE(backend.properties(1).pci_bus_id == "0000:01:00.0");
  REQUIRE(!backend.properties(1).is_fake);
  REQUIRE(backend.memory_stats(1).current == 0);
  backend.empty_cache(0);
  REQUIRE(api->calls ==
          std::vector<std::string>{"device_count", "device_properties", "device_properties"});
}

TEST_CASE("a driver that is missing or too old means no device, without an error") {
  for (const cuda::Status status : {35, 100, 999, 3, 803}) {
    auto* const api = new RecordedCuda(1);
    api->fail("device_count", status);
    const cuda::CudaBackend backend{std::unique_ptr<cuda::CudaApi>(api), &kNoKernels, nullptr};
    REQUIRE(backend.physical_count() == 0);
  }
}

TEST_CASE("bytes travel through pinned memory to a CUDA device and back") {
  RecordedMachine machine(1);
  std::vector<int> numbers(3 * kMebi / 4 + 5), back(numbers.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const size_t bytes = numbers.size() * sizeof(int);
  Allocator& memory = machine.backend.allocator(0);
  void* const there = memory.allocate(bytes);
  machine.backend.copy_from_host(0, there, numbers.data(), bytes);
  REQUIRE(machine.api->count("synchronize_stream") == 0);
  REQUIRE(machine.api->count("copy") == 4);  // slots of 1 MB
  machine.backend.copy_to_host(0, back.data(), there, bytes);
  REQUIRE(back == numbers);
  memory.free(there, bytes);
}

TEST_CASE("small copies share a slot, and one that comes round again waits for its copies") {
  RecordedMachine machine(1);
  void* const there = machine.backend.allocator(0).allocate(16 * kMebi);
  char byte = 1;
  for (int i = 0; i < 100; ++i) machine.backend.copy_from_host(0, there, &byte, 1);
  REQUIRE(machine.api->count("allocate_pinned") == 2);  // the failure word and one slot
  REQUIRE(machine.api->count("record_event") == 0);
  const std::vector<char> large(8 * kMebi, 2);
  machine.backend.copy_from_host(0, there, large.data(), large.size());
  REQUIRE(machine.api->count("allocate_pinned") == 1 + 8);
  REQUIRE(machine.api->count("synchronize_event") == 1);
  machine.backend.copy_from_host(0, there, large.data(), large.size());
  REQUIRE(machine.api->count("allocate_pinned") == 1 + 8);
  machine.backend.allocator(0).free(there, 16 * kMebi);
}

TEST_CASE("a copy between devices is ordered on both and the host does not wait") {
  RecordedMachine machine(2);
  int value = 7, seen = 0;
  void* const a = machine.backend.allocator(0).allocate(4);
  void* const b = machine.backend.allocator(1).allocate(4);
  machine.backend.copy_from_host(0, a, &value, 4);
  machine.api->calls.clear();
  machine.backend.copy_peer(1, b, 0, a, 4);
  // Device 0 has streams 1 (compute) and 2, events 3 and 4; device 1 has 5, 6, 7 and 8.
  REQUIRE(machine.order() == std::vector<std::string>{"record_event:3@1", "record_event:7@5",
                                                      "wait_event:6<-3", "wait_event:6<-7",
                                                      "copy_peer:1<-0@6", "record_event:8@6",
                                                      "wait_event:5<-8", "wait_event:1<-8"});
  machine.backend.copy_to_host(1, &seen, b, 4);
  REQUIRE(seen == 7);
  machine.backend.allocator(0).free(a, 4);
  machine.backend.allocator(1).free(b, 4);
}

TEST_CASE("CUDA memory: growth, limits, the first segment, and what is given back") {
  RecordedMachine machine(
      1,
      {{.memory_limit = 4 * kMebi}, {.memory_limit = 8 * kMebi, .grows = false}, {.grows = false}});
  Allocator& first = machine.backend.allocator(0);
  void* const block = first.allocate(3 * kMebi);
  REQUIRE(machine.api->used == 4 * kMebi);
  REQUIRE(error_says([&] { first.allocate(2 * kMebi); }, "limit 4194304"));
  REQUIRE(code_raised_by([&] { first.allocate(2 * kMebi); }) == Code::resource_exhausted);
  first.free(block, 3 * kMebi);
  REQUIRE(machine.backend.memory_stats(0).cached == 4 * kMebi);
  machine.backend.empty_cache(0);
  REQUIRE(machine.api->used == 0);
  Allocator& second = machine.backend.allocator(1);
  second.free(second.allocate(1), 1);
  REQUIRE(machine.api->used == 8 * kMebi);
  Allocator& third = machine.backend.allocator(2);
  third.free(third.allocate(1), 1);
  REQUIRE(machine.api->used > 60 * kMebi);
  REQUIRE(machine.backend.memory_stats(2).limit == 0);
}

TEST_CASE("a full card frees the cache, tries again, reports, and goes on working") {
  RecordedMachine machine(1);
  Allocator& memory = machine.backend.allocator(0);
  memory.free(memory.allocate(40 * kMebi), 40 * kMebi);
  void* const large = memory.allocate(50 * kMebi);
  REQUIRE(machine.api->count("release") == 1);
  REQUIRE(error_says([&] { memory.allocate(20 * kMebi); }, "requested 20971520 bytes, in use "));
  REQUIRE(machine.api->count("clear_error") > 0);
  void* const small = memory.allocate(kMebi);
  memory.free(small, kMebi);
  memory.free(large, 50 * kMebi);
  REQUIRE(machine.backend.memory_stats(0).current == 0);
}

TEST_CASE("a sticky CUDA error loses the device and nothing calls CUDA for it again") {
  RecordedMachine machine(2);
  void* const block = machine.backend.allocator(0).allocate(64);
  machine.api->fail("synchronize_stream", kIllegalAddress);
  REQUIRE(error_says([&] { machine.backend.synchronize(0); },
                     "CUDA error 700 (text of 700) in running earlier work"));
  machine.api->fail("synchronize_stream", 0);
  machine.api->calls.clear();
  REQUIRE(code_raised_by([&] { machine.backend.synchronize(0); }) == Code::device_lost);
  REQUIRE(code_raised_by([&] { machine.backend.stream(0); }) == Code::device_lost);
  REQUIRE(code_raised_by([&] { machine.backend.allocator(0).allocate(1); }) == Code::device_lost);
  REQUIRE(error_says([&] { machine.backend.copy_to_host(0, nullptr, nullptr, 1); }, "is lost"));
  machine.backend.allocator(0).free(block, 64);
  REQUIRE(machine.api->calls.empty());
  machine.backend.synchronize(1);  // the other card works
}

TEST_CASE("a CUDA call that fails for once leaves the device usable") {
  RecordedMachine machine(1);
  void* const block = machine.backend.allocator(0).allocate(64);
  int value = 3;
  machine.api->fail("copy", 1);
  REQUIRE(code_raised_by([&] { machine.backend.copy_from_host(0, block, &value, 4); }) ==
          Code::internal);
  machine.api->fail("copy", 0);
  machine.backend.copy_from_host(0, block, &value, 4);
  machine.backend.synchronize(0);
  machine.backend.allocator(0).free(block, 64);
}

TEST_CASE("a device that cannot be started says why and is tried again") {
  RecordedMachine machine(1);
  for (const char* call : {"allocate_pinned", "bind_failure_word", "create_stream"}) {
    machine.api->fail(call, 46);
    REQUIRE(error_says([&] { machine.backend.stream(0); }, "CUDA error 46 (text of 46)"));
    machine.api->fail(call, 0);
  }
  machine.api->fail("create_event", 209, 2);
  REQUIRE(error_says([&] { machine.backend.stream(0); }, "no kernels for this kind of GPU"));
  machine.api->fail("create_event", 0);
  REQUIRE(machine.backend.stream(0) != nullptr);
}

TEST_CASE("kernels that a driver cannot load are named, and nothing of the device is left") {
  struct Row {
    cuda::Status status;
    Code code;
    const char* text;
  };
  const Row rows[] = {
      {200, Code::failed_precondition, "the CUDA kernels of this installation are damaged"},
      {209, Code::unimplemented, "no kernels for this kind of GPU"},
      {218, Code::failed_precondition, "the CUDA kernels of this installation are damaged"},
      {221, Code::failed_precondition, "only as PTX"},
      {222, Code::failed_precondition, "the driver is too old for these kernels"},
      {223, Code::failed_precondition, "unset CUDA_DISABLE_PTX_JIT"},
  };
  for (const Row& row : rows) {
    RecordedMachine machine(1);
    machine.api->fail("bind_failure_word", row.status);
    const auto use = [&] { machine.backend.allocator(0).allocate(64); };
    REQUIRE(error_says(use, row.text));
    REQUIRE(error_says(use, "in loading the kernels"));
    REQUIRE(code_raised_by(use) == row.code);
    REQUIRE(machine.api->used + machine.api->pinned == 0);
    REQUIRE(machine.api->handles == 0);
    machine.api->fail("bind_failure_word", 0);
    machine.backend.allocator(0).free(machine.backend.allocator(0).allocate(64), 64);
  }
}

TEST_CASE("what a kernel reports is raised at the next synchronisation, once") {
  RecordedMachine machine(1);
  machine.backend.synchronize(0);
  cuda::DeviceFailure& word = *machine.api->word;
  const Layout square = Layout::contiguous({2, 2});
  const TensorView indices{.layout = &square};
  const KernelContext context({&indices, 1}, {}, nullptr, machine.backend.allocator(0), nullptr,
                              {"gather", "GatherV2"});
  word.site = cuda::bad_index(context, "indices{indices} = {value} is not in [0, {limit})",
                              indices.shape());
  word.value = 12;
  word.position = 3;
  word.limit = 10;
  word.state = cuda::DeviceFailure::taken;  // a kernel is writing
  machine.backend.synchronize(0);
  word.state = cuda::DeviceFailure::written;
  try {
    machine.backend.synchronize(0);
    FAIL("no error");
  } catch (const Error& error) {
    REQUIRE(error.message() == "gather: indices[1,1] = 12 is not in [0, 10) [Op:GatherV2]");
    REQUIRE(error.code() == Code::bad_index);
    REQUIRE(error.names_op());
  }
  machine.backend.synchronize(0);
  word.site = cuda::bad_value(KernelContext({}, {}, nullptr, machine.backend.allocator(0), nullptr),
                              "{value} of {limit} at {position}");
  word.state = cuda::DeviceFailure::written;
  const auto read = [&] { machine.backend.copy_to_host(0, nullptr, nullptr, 0); };
  REQUIRE(error_says(read, "12 of 10 at 3"));
  word.state = cuda::DeviceFailure::written;
  REQUIRE(code_raised_by(read) == Code::invalid_argument);
}

TEST_CASE("configuring CUDA devices keeps those that do not change and their tensors") {
  RecordedMachine machine(2);
  void* const block = machine.backend.allocator(1).allocate(64);
  const auto cut = [&] { machine.backend.configure(std::vector<LogicalPart>{{.physical = 0}}); };
  REQUIRE(code_raised_by(cut) == Code::runtime_error);
  machine.backend.allocator(1).free(block, 64);
  machine.backend.stream(0);
  const int before = machine.api->handles;
  cut();
  REQUIRE(machine.api->handles == before - 4);
  REQUIRE(code_raised_by([&] { machine.backend.stream(1); }) == Code::not_found);
}

TEST_CASE("work is captured as a graph on a stream of its own") {
  RecordedMachine machine(1);
  Backend& backend = machine.backend;
  void* const block = backend.allocator(0).allocate(64);
  const int handles = machine.api->handles;
  {
    const auto capture = backend.begin_capture(0);
    REQUIRE(capture->stream() != backend.stream(0));
    const Shape shape{4};
    const Layout layout = Layout::contiguous(shape);
    const TensorView view{block, DType::float32, 4, &layout, true, nullptr};
    machine.api->calls.clear();
    capture->copy_strided(view, view);
    REQUIRE(machine.api->calls.back() ==
            cat("copy:", reinterpret_cast<intptr_t>(capture->stream())));
    int value = 0;  // others go on meanwhile
    backend.copy_from_host(0, block, &value, 4);
    backend.copy_to_host(0, &value, block, 4);
    const auto graph = capture->finish();
    graph->launch();
    graph->launch();
  }
  REQUIRE(machine.api->count("launch_graph") == 2);
  REQUIRE(machine.api->count("destroy_graph") == 1);
  backend.begin_capture(0).reset();  // given up
  REQUIRE(machine.api->count("destroy_graph") == 2);
  {
    const auto capture = backend.begin_capture(0);
    machine.api->fail("end_capture", 900);
    REQUIRE(code_raised_by([&] { capture->finish(); }) == Code::internal);
  }
  machine.api->fail("begin_capture", 900);
  REQUIRE(code_raised_by([&] { backend.begin_capture(0); }) == Code::internal);
  backend.synchronize(0);
  REQUIRE(machine.api->handles == handles);
  backend.allocator(0).free(block, 64);
}

TEST_CASE("a strided copy runs the registered kernel, a plain one copies bytes") {
  RecordedMachine machine(1);
  float values[4] = {1, 2, 3, 4};
  float out[4] = {};
  const Layout rows{{2, 2}, {2, 1}}, columns{{2, 2}, {1, 2}};
  const TensorView from{values, DType::float32, 4, &rows}, to{out, DType::float32, 4, &rows};
  machine.backend.copy_strided(0, from, to);
  REQUIRE(machine.api->count("copy") == 1);
  REQUIRE(out[1] == 2.0f);
  copies_of_rows = 0;
  const TensorView turned{values, DType::float32, 4, &columns};
  machine.backend.copy_strided(0, turned, to);
  REQUIRE(copies_of_rows == 1);
}

TEST_CASE("a forked child has lost its parent's CUDA devices, used or not") {
  const bool is_used = GENERATE(true, false);
  RecordedMachine machine(1);
  if (is_used) machine.backend.synchronize(0);
  const pid_t child = fork();
  if (child == 0) {
    Code code = Code::internal;
    try {
      machine.backend.synchronize(0);
    } catch (const Error& error) {
      code = error.code();
    }
    _exit(code == Code::device_lost ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  REQUIRE(status == 0);
}

TEST_CASE("nothing is left when a CUDA backend ends") {
  RecordedMachine* const machine = new RecordedMachine(2);
  machine->backend.allocator(0).free(machine->backend.allocator(0).allocate(5), 5);
  char byte = 0;
  void* const block = machine->backend.allocator(1).allocate(1);
  machine->backend.copy_from_host(1, block, &byte, 1);
  machine->backend.allocator(1).free(block, 1);
  machine->backend.configure({});
  REQUIRE(machine->api->used == 0);
  REQUIRE(machine->api->handles == 0);
  REQUIRE(machine->api->pinned == 2 * sizeof(cuda::DeviceFailure));
  delete machine;
}
