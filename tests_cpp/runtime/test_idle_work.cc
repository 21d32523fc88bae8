// Tests runtime/idle_work.h: parts done beside their owner, and what finish() does with the rest.
#include "runtime/threads/idle_work.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/threads.h"

using namespace pelton;
using test::Threads;

namespace {

// How often each item was done, and whether a worker did one.
struct Visits {
  explicit Visits(int64_t n) : counts(static_cast<size_t>(n)) {}
  void add(int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) counts[static_cast<size_t>(i)]++;
    if (is_pool_worker()) beside += static_cast<int>(end - begin);
  }
  bool all_are(int expected) const {
    for (const auto& count : counts)
      if (count != expected) return false;
    return true;
  }
  std::vector<std::atomic<int>> counts;
  std::atomic<int> beside{0};
};

void wake_workers() {
  parallel_for(64, 1, [](int64_t, int64_t) {});
}

// Offers works until a worker takes part in one: it may have gone to sleep just then.
template <class F>
void offer_until(const std::atomic<bool>& taken, F&& make) {
  for (int round = 0; round < 2000 && !taken; ++round) {
    wake_workers();
    const auto work = make();
    work->offer();
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (!taken && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  }
  REQUIRE(taken);
}

}  // namespace

TEST_CASE("idle work is done once, offered or not, whatever the sizes and threads") {
  for (const int threads : {1, 2, 4}) {
    const Threads set(threads);
    for (const int64_t n : {0, 1, 7, 1000})
      for (const int64_t grain : {1, 3, 40, 5000})
        for (const bool offered : {false, true}) {
          Visits visits(n);
          IdleWork work(n, grain, [&](int64_t begin, int64_t end) { visits.add(begin, end); });
          wake_workers();
          if (offered) work.offer();
          work.finish();
          CHECK(visits.all_are(1));
        }
  }
}

TEST_CASE("workers take parts beside their owner and loops come between them") {
  const Threads set(2);
  int beside = 0;
  for (int round = 0; round < 2000 && beside < 100; ++round) {
    Visits visits(100), loop(1000);
    IdleWork work(100, 1, [&](int64_t begin, int64_t end) {
      parallel_for(4, 1, [](int64_t, int64_t) {});  // runs inline
      visits.add(begin, end);
    });
    wake_workers();
    work.offer();
    parallel_for(1000, 1, [&](int64_t begin, int64_t end) { loop.add(begin, end); });
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
    while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
    const int taken = visits.beside;
    work.finish();
    beside += taken;
    REQUIRE(visits.all_are(1));
    REQUIRE(loop.all_are(1));
  }
  CHECK(beside >= 100);
}

TEST_CASE("a failed part is raised by finish, whoever did it") {
  const Threads set(2);
  std::atomic<bool> taken{false};
  const auto fail = [&](int64_t, int64_t) {
    if (is_pool_worker()) taken = true;
    throw std::runtime_error("part failed");
  };
  IdleWork alone(10, 1, fail);
  CHECK_THROWS_WITH(alone.finish(), "part failed");
  for (int round = 0; round < 2000 && !taken; ++round) {
    wake_workers();
    IdleWork work(10, 1, fail);
    work.offer();
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    CHECK_THROWS_WITH(work.finish(), "part failed");
  }
  CHECK(taken);
  Visits visits(100);
  parallel_for(100, 1, [&](int64_t begin, int64_t end) { visits.add(begin, end); });
  CHECK(visits.all_are(1));
}

TEST_CASE("work that is dropped waits for the part that runs and begins no other") {
  const Threads set(2);
  std::atomic<bool> taken{false};
  std::atomic<int> running{0};
  for (int round = 0; round < 20; ++round) {
    taken = false;
    offer_until(taken, [&] {
      return std::make_unique<IdleWork>(1000, 1, [&](int64_t, int64_t) {
        running++;
        taken = true;
        std::this_thread::sleep_for(std::chrono::microseconds(20));
        running--;
      });
    });
    REQUIRE(running == 0);
  }
}

TEST_CASE("the last work offered is taken, every one is finished, also by other threads at once") {
  const Threads set(3);
  std::atomic<int> wrong{0};
  std::vector<std::thread> owners;
  for (int i = 0; i < 3; ++i)
    owners.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        Visits first(50), second(50);
        IdleWork a(50, 1, [&](int64_t begin, int64_t end) { first.add(begin, end); });
        IdleWork b(50, 2, [&](int64_t begin, int64_t end) { second.add(begin, end); });
        a.offer();
        b.offer();
        wake_workers();
        a.finish();
        b.finish();
        wrong += !first.all_are(1) + !second.all_are(1);
      }
    });
  for (std::thread& owner : owners) owner.join();
  CHECK(wrong == 0);
}

TEST_CASE("the number of threads can change while work is offered") {
  const Threads set(3);
  Visits visits(500);
  IdleWork work(500, 1, [&](int64_t begin, int64_t end) { visits.add(begin, end); });
  work.offer();
  set_num_threads(1);
  set_num_threads(2);
  work.finish();
  CHECK(visits.all_are(1));
}

TEST_CASE("a forked child does all parts anew and never waits for the parent's workers") {
  const Threads set(2);
  std::atomic<bool> taken{false}, go_on{false};
  Visits visits(20);
  std::unique_ptr<IdleWork> work;
  for (int round = 0; round < 2000 && !taken; ++round) {
    go_on = true;
    work = std::make_unique<IdleWork>(20, 1, [&](int64_t begin, int64_t end) {
      if (is_pool_worker()) taken = true;
      while (is_pool_worker() && !go_on) std::this_thread::yield();
      visits.add(begin, end);
    });
    for (auto& count : visits.counts) count = 0;
    go_on = false;
    wake_workers();
    work->offer();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  REQUIRE(taken);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    go_on = true;
    for (auto& count : visits.counts) count = 0;
    work->finish();
    _exit(visits.all_are(1) ? 0 : 1);
  }
  go_on = true;
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  work->finish();
  CHECK(visits.all_are(1));
}
