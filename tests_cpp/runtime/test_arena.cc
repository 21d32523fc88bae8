// Tests the host memory arena: alignment, reuse, limits, statistics.
#include "runtime/cpu/arena.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <future>
#include <thread>
#include <vector>

#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"

using namespace pelton;

TEST_CASE("blocks are aligned, writable to their last byte, and reused") {
  Arena arena;
  for (size_t bytes : {0, 1, 63, 64, 65, 100, 127, 129, 1000, 4097, 70000, 1 << 20}) {
    void* data = arena.allocate(bytes);
    REQUIRE(reinterpret_cast<uintptr_t>(data) % 64 == 0);
    std::memset(data, 1, bytes);
    arena.free(data, bytes);
    REQUIRE(arena.allocate(bytes) == data);
    arena.free(data, bytes);
  }
  REQUIRE(arena.stats().current == 0);
  REQUIRE(arena.stats().peak == 1 << 20);
  REQUIRE(arena.stats().cached > 0);
  arena.empty_cache();
  REQUIRE(arena.stats().cached == 0);
}

TEST_CASE("a limit refuses with an error that leaves the arena usable") {
  Arena arena;
  arena.set_limit(1000);
  void* data = arena.allocate(900);
  try {
    arena.allocate(200);
    FAIL("no error");
  } catch (const Error& error) {
    REQUIRE(error.code() == Code::resource_exhausted);
    REQUIRE(error.message().find("limit 1000") != std::string::npos);
  }
  arena.free(data, 900);
  arena.free(arena.allocate(200), 200);
  REQUIRE_THROWS_AS(arena.set_limit(-1), Error);
}

TEST_CASE("impossible sizes are refused") {
  Arena arena;
  REQUIRE_THROWS_AS(arena.allocate(size_t{1} << 62), Error);
  REQUIRE_THROWS_AS(arena.allocate(~size_t{0}), Error);
}

namespace {

// An arena whose threads keep blocks; it outlives them all.
Arena& per_thread_arena() {
  static Arena* const arena = [] {
    auto* made = new Arena;
    made->keep_blocks_per_thread();
    return made;
  }();
  return *arena;
}

// Runs `body` on a thread of its own, which keeps blocks of no other arena and has ended after.
template <class F>
void on_own_thread(F&& body) {
  std::async(std::launch::async, body).get();
}

}  // namespace

TEST_CASE("a thread's own blocks count as what they are: used, most used, cached") {
  Arena& arena = per_thread_arena();
  on_own_thread([&] {
    arena.empty_cache();
    arena.reset_peak();
    for (size_t bytes : {0, 1, 64, 65, 320, 321, 1000, 1024, 1025, 5000, 24576, 262144}) {
      const auto size = static_cast<int64_t>(bytes);
      const int64_t before = arena.stats().current;
      arena.free(arena.allocate(bytes), bytes);  // from the arena, to the thread
      void* const data = arena.allocate(bytes);  // from the thread
      REQUIRE(reinterpret_cast<uintptr_t>(data) % 64 == 0);
      std::memset(data, 1, bytes);
      REQUIRE(arena.stats().current == before + size);
      arena.reset_peak();
      void* const second = arena.allocate(bytes);
      arena.free(second, bytes);
      arena.free(data, bytes);
      REQUIRE(arena.stats().current == before);
      REQUIRE(arena.stats().peak == before + 2 * size);
    }
    REQUIRE(arena.stats().cached > 0);
    arena.empty_cache();
    REQUIRE(arena.stats().cached == 0);
  });
}

TEST_CASE("the peak is that of small and large blocks at a time, in any order") {
  Arena& arena = per_thread_arena();
  on_own_thread([&] {
    arena.free(arena.allocate(100), 100);
    const int64_t before = arena.stats().current;
    arena.reset_peak();
    arena.free(arena.allocate(100), 100);
    void* const large = arena.allocate(500000);
    REQUIRE(arena.stats().peak == before + 500000);  // not 500100: the small one was gone
    void* const small = arena.allocate(100);
    arena.free(large, 500000);
    REQUIRE(arena.stats().peak == before + 500100);
    REQUIRE(arena.stats().current == before + 100);
    arena.free(small, 100);
  });
}

TEST_CASE("blocks that one thread made and another freed are counted once") {
  Arena& arena = per_thread_arena();
  const int64_t before = arena.stats().current;
  std::vector<void*> blocks;
  on_own_thread([&] {
    for (int i = 0; i < 100; ++i) arena.free(arena.allocate(256), 256);
    for (int i = 0; i < 1000; ++i) blocks.push_back(arena.allocate(256));
  });
  REQUIRE(arena.stats().current == before + 256 * 1000);
  on_own_thread([&] {
    for (void* block : blocks) arena.free(block, 256);
    REQUIRE(arena.stats().current == before);
  });
  REQUIRE(arena.stats().current == before);
  REQUIRE(arena.stats().cached >= 256 * 1000);  // what ended threads kept is the arena's again
}

TEST_CASE("a thread keeps a bounded number of bytes") {
  REQUIRE(ThreadBlocks::kMostKept < 256 * 8000);
  Arena& arena = per_thread_arena();
  on_own_thread([&] {
    std::vector<void*> blocks;
    for (int i = 0; i < 8000; ++i) blocks.push_back(arena.allocate(256));
    for (void* block : blocks) arena.free(block, 256);
    on_own_thread([&] { arena.empty_cache(); });  // which takes all but what the first one keeps
    REQUIRE(arena.stats().cached == ThreadBlocks::kMostKept);
  });
}

TEST_CASE("a limit holds for a thread that keeps blocks") {
  Arena& arena = per_thread_arena();
  on_own_thread([&] {
    arena.free(arena.allocate(512), 512);
    arena.set_limit(arena.stats().current + 600);
    void* const data = arena.allocate(512);
    REQUIRE_THROWS_AS(arena.allocate(512), Error);
    arena.free(data, 512);
    arena.free(arena.allocate(512), 512);
    arena.set_limit(0);
  });
}

TEST_CASE("threads that make small blocks at the same time lose none") {
  Arena& arena = per_thread_arena();
  const int64_t before = arena.stats().current;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&arena, t] {
      for (int round = 0; round < 2000; ++round) {
        const size_t small = static_cast<size_t>(64 * (1 + (round + t) % 16)), large = 3000;
        auto* a = static_cast<char*>(arena.allocate(small));
        auto* b = static_cast<char*>(arena.allocate(large));
        std::memset(a, t, small);
        std::memset(b, t, large);
        arena.stats();
        arena.free(a, small);
        arena.free(b, large);
      }
    });
  for (auto& thread : threads) thread.join();
  REQUIRE(arena.stats().current == before);
  REQUIRE(arena.stats().peak >= before + 3064);
}

TEST_CASE("a forked child can make tensors, whatever other threads were doing") {
  std::atomic<bool> stop = false, has_blocks = false;
  runtime();  // a fork while another thread makes it would leave the child without
  std::thread busy([&] {
    while (!stop) {
      const Tensor large = empty({3000}, DType::float32), small = empty({4}, DType::float32);
      has_blocks = true;
    }
  });
  // From here on the thread takes its blocks from the arena alone: AddressSanitizer's own malloc
  // leaves the child a held lock where glibc's does not.
  while (!has_blocks) std::this_thread::yield();
  bool all_ended_well = true;
  for (int i = 0; i < 30; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);  // ends a child that waits for ever
      for (int64_t n = 1; n < 100; ++n) empty({50 * n}, DType::float32);
      _exit(0);
    }
    int status = 0;
    all_ended_well &= child > 0 && waitpid(child, &status, 0) == child && status == 0;
  }
  stop = true;
  busy.join();
  REQUIRE(all_ended_well);
}

TEST_CASE("a thread of the pool gets the large blocks back that it gave back") {
  constexpr size_t kBytes = 1 << 20;
  Arena arena;
  ThreadPool pool(2);
  void* blocks[2][2] = {};
  for (auto& taken : blocks) {
    std::atomic<int> together{0};
    pool.parallel_for(2, 1, [&](int64_t, int64_t) {
      void* data = arena.allocate(kBytes);
      taken[thread_index()] = data;
      together++;
      while (together.load() < 2) std::this_thread::yield();
      arena.free(data, kBytes);
    });
  }
  CHECK(blocks[0][0] != blocks[0][1]);
  CHECK(blocks[0][0] == blocks[1][0]);
  CHECK(blocks[0][1] == blocks[1][1]);
  const int64_t cached = arena.stats().cached;
  arena.free(arena.allocate(kBytes), kBytes);
  CHECK(arena.stats().cached == cached);
}

TEST_CASE("scratch is taken one on top of the other, in the same memory again, and counted") {
  Arena& arena = per_thread_arena();
  on_own_thread([&] {
    arena.free(arena.allocate(100), 100);
    const int64_t before = arena.stats().current;
    const auto take_both = [&] {
      void* const first = arena.allocate_scratch(300'000);
      void* const second = arena.allocate_scratch(500'000);
      std::memset(first, 1, 300'000);
      std::memset(second, 2, 500'000);
      REQUIRE(reinterpret_cast<uintptr_t>(second) % 64 == 0);
      REQUIRE(arena.stats().current == before + 800'000);
      REQUIRE(static_cast<char*>(first)[299'999] == 1);
      arena.free_scratch(second, 500'000);
      arena.free_scratch(first, 300'000);
      REQUIRE(arena.stats().current == before);
      return std::pair(first, second);
    };
    take_both();  // tells how much is wanted
    const auto [first, second] = take_both();
    REQUIRE(static_cast<char*>(second) - static_cast<char*>(first) == 300'032);
    REQUIRE(take_both() == std::pair(first, second));
    void* const small = arena.allocate_scratch(10);
    REQUIRE(small == first);
    arena.free_scratch(small, 10);
    REQUIRE(arena.stats().cached >= 800'000);
    arena.empty_cache();
    REQUIRE(arena.stats().cached == 0);
    REQUIRE(arena.stats().current == before);
  });
}

TEST_CASE("scratch given back in another order, and too much of it, is right") {
  Arena& arena = per_thread_arena();
  on_own_thread([&] {
    arena.free(arena.allocate(100), 100);
    const int64_t before = arena.stats().current;
    for (int round = 0; round < 3; ++round) {
      std::vector<std::pair<char*, size_t>> blocks;
      for (const size_t bytes : {1000, 2000, 0, 3000, 8 << 20}) {
        auto* const data = static_cast<char*>(arena.allocate_scratch(bytes));
        std::memset(data, static_cast<int>(bytes % 251), bytes);
        blocks.emplace_back(data, bytes);
      }
      std::swap(blocks[0], blocks[3]);
      for (const auto& [data, bytes] : blocks) {
        for (size_t i = 0; i < bytes; i += 97)
          REQUIRE(static_cast<unsigned char>(data[i]) == bytes % 251);
        arena.free_scratch(data, bytes);
      }
      REQUIRE(arena.stats().current == before);
    }
  });
}
