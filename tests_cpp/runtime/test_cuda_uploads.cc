// Tests how the host's bytes get to a CUDA device beside the work that it does: which stream waits
// for which event.
#include <numeric>

#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/recorded_machine.h"

using namespace pelton;

namespace {

using Calls = std::vector<std::string>;
constexpr size_t kBatch = size_t{256} << 10;

// The copies and waits of one upload; the device has streams 1 (compute) and 2, events 3 and 4.
Calls upload_behind(const std::string& mark) {
  return {"wait_event:2<-" + mark, "copy:2", "record_event:4@2", "wait_event:1<-4"};
}

void fill(RecordedMachine& machine, void* to, size_t bytes = kBatch) {
  const std::vector<char> host(bytes, 1);
  machine.backend.copy_from_host(0, to, host.data(), bytes);
}

}  // namespace

TEST_CASE("a batch waits for the last use of its memory, not for the work since") {
  RecordedMachine machine(1);
  Allocator& uploads = machine.backend.upload_allocator(0);
  void* const first = uploads.allocate(kBatch);
  machine.api->calls.clear();
  fill(machine, first);
  Calls expected = upload_behind("3");  // memory of unknown past: behind all work
  expected.insert(expected.begin(), "record_event:3@1");
  expected.insert(expected.begin() + 2, "allocate_pinned");
  REQUIRE(machine.order() == expected);

  void* const second = uploads.allocate(kBatch);
  REQUIRE(second != first);
  fill(machine, second);
  machine.api->calls.clear();
  uploads.free(first, kBatch);  // no kernel that is queued later uses it
  REQUIRE(machine.order() == Calls{"create_event", "record_event:5@1"});
  REQUIRE(uploads.allocate(kBatch) == first);
  machine.api->calls.clear();
  fill(machine, first);
  REQUIRE(machine.order() == upload_behind("5"));
  REQUIRE(machine.api->count("synchronize_stream") == 0);
  REQUIRE(machine.api->count("synchronize_event") == 0);
  uploads.free(first, kBatch);
  uploads.free(second, kBatch);
}

TEST_CASE("bytes that are few or replace others are copied in the order of all work") {
  RecordedMachine machine(1);
  Allocator& uploads = machine.backend.upload_allocator(0);
  void* const few = uploads.allocate(64);
  void* const many = uploads.allocate(kBatch);
  void* const plain = machine.backend.allocator(0).allocate(kBatch);
  fill(machine, many);
  machine.api->calls.clear();
  fill(machine, few, 64);
  fill(machine, many);
  fill(machine, plain);
  REQUIRE(machine.order() == Calls{"allocate_pinned", "copy:1", "copy:1", "copy:1"});
  machine.backend.allocator(0).free(plain, kBatch);
  uploads.free(many, kBatch);
  uploads.free(few, 64);
}

TEST_CASE("what is copied beside the work arrives") {
  RecordedMachine machine(1);
  Allocator& uploads = machine.backend.upload_allocator(0);
  std::vector<int> numbers(3 * kMebi / 4 + 5), back(numbers.size());
  const size_t bytes = numbers.size() * sizeof(int);
  for (int turn = 0; turn < 5; ++turn) {
    std::iota(numbers.begin(), numbers.end(), turn);
    void* const there = uploads.allocate(bytes);
    machine.backend.copy_from_host(0, there, numbers.data(), bytes);
    machine.backend.copy_to_host(0, back.data(), there, bytes);
    REQUIRE(back == numbers);
    uploads.free(there, bytes);
  }
  REQUIRE(machine.backend.memory_stats(0).current == 0);
}

TEST_CASE("upload memory is counted like other memory and given to other work when it is short") {
  RecordedMachine machine(1, {{.memory_limit = 4 * kMebi}});
  Allocator& uploads = machine.backend.upload_allocator(0);
  std::vector<void*> blocks;
  for (int i = 0; i < 8; ++i) blocks.push_back(uploads.allocate(kBatch));
  REQUIRE(machine.backend.memory_stats(0).current == 8 * static_cast<int64_t>(kBatch));
  const int handles = machine.api->handles;
  for (void* block : blocks) uploads.free(block, kBatch);
  REQUIRE(machine.api->handles == handles + 4);  // the last four are kept
  REQUIRE(machine.backend.memory_stats(0).current == 0);
  REQUIRE(machine.backend.memory_stats(0).cached == 2 * kMebi);
  REQUIRE(uploads.allocate(kBatch) == blocks[4]);
  uploads.free(blocks[4], kBatch);
  Allocator& memory = machine.backend.allocator(0);
  void* const all = memory.allocate(4 * kMebi);
  REQUIRE(machine.api->handles == handles);
  REQUIRE(machine.backend.memory_stats(0).peak == 4 * kMebi);
  memory.free(all, 4 * kMebi);
  uploads.free(uploads.allocate(kBatch), kBatch);
  machine.backend.empty_cache(0);
  REQUIRE(machine.api->used == 0);
  REQUIRE(machine.api->handles == handles);
}
