// Tests the host memory arena: alignment, reuse, limits, statistics.
#include "runtime/cpu/arena.h"

#include <cstring>

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
