// The gate that work passes, and the lock whose waiters come in order.
#include "runtime/threads/work_gate.h"

#include <atomic>
#include <mutex>
#include <thread>

#include "runtime/threads/turn_lock.h"
#include "tests_cpp/catch.h"

namespace pelton {

using namespace std::chrono_literals;

TEST_CASE("others at rest: work ends first, and none begins") {
  std::atomic<int> working = 0, rounds = 0;
  std::atomic<bool> stops = false;
  std::thread worker([&] {
    while (!stops) {
      const AtWork at_work;
      ++working;
      const AtWork inner;  // costs nothing, waits for nothing
      ++rounds;
      --working;
    }
  });
  while (rounds == 0) std::this_thread::yield();
  for (int i = 0; i < 50; ++i) {
    const OthersAtRest rest(10s);
    REQUIRE(rest.are_all());
    const int before = rounds;
    CHECK(working == 0);
    std::this_thread::sleep_for(100us);
    CHECK(rounds == before);
  }
  stops = true;
  worker.join();
}

TEST_CASE("others at rest: the wait has a limit") {
  std::atomic<bool> works = false, stops = false;
  std::thread worker([&] {
    const AtWork at_work;
    works = true;
    while (!stops) std::this_thread::yield();
  });
  while (!works) std::this_thread::yield();
  CHECK(!OthersAtRest(5ms).are_all());
  stops = true;
  worker.join();
  CHECK(OthersAtRest(10s).are_all());
}

TEST_CASE("a turn lock keeps threads apart and may be taken again") {
  TurnLock lock;
  int count = 0, strangers = 0;
  const auto add = [&] {
    for (int i = 0; i < 2000; ++i) {
      const std::lock_guard outer(lock);
      const std::lock_guard inner(lock);
      strangers += lock.is_mine() ? 0 : 1;
      ++count;
    }
  };
  std::thread first(add), second(add);
  first.join();
  second.join();
  CHECK(count == 4000);
  CHECK(strangers == 0);
  CHECK(!lock.is_mine());
}

}  // namespace pelton
