// Tests runtime/thread_pool.h, runtime/interrupt.h and runtime/cpu_count.h.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/error.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/loops_alone.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

std::vector<int> visits(ThreadPool& pool, int64_t n, int64_t grain) {
  std::vector<std::atomic<int>> count(static_cast<size_t>(n));
  pool.parallel_for(n, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) count[static_cast<size_t>(i)]++;
  });
  return {count.begin(), count.end()};
}

}  // namespace

TEST_CASE("every item is visited once, whatever the sizes") {
  for (int threads : {1, 2, 3, 7}) {
    ThreadPool pool(threads);
    CHECK(pool.size() == threads);
    for (int64_t n : {0, 1, 2, 63, 1000, 10007})
      for (int64_t grain : {1, 16, 100000})
        CHECK(visits(pool, n, grain) == std::vector<int>(static_cast<size_t>(n), 1));
  }
}

TEST_CASE("pieces are the same in every run") {
  ThreadPool pool(3);
  std::vector<std::set<std::pair<int64_t, int64_t>>> runs(2);
  for (auto& pieces : runs) {
    std::mutex mutex;
    pool.parallel_for(1001, 10, [&](int64_t begin, int64_t end) {
      const std::lock_guard lock(mutex);
      pieces.insert({begin, end});
    });
  }
  CHECK(runs[0] == runs[1]);
  CHECK(runs[0].size() > 1);
}

TEST_CASE("several threads really work, also after they have gone to sleep") {
  ThreadPool pool(2);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> together{0};
    pool.parallel_for(2, 1, [&](int64_t, int64_t) {
      together++;
      while (together.load() < 2) std::this_thread::yield();
    });
    CHECK(together == 2);
  }
}

TEST_CASE("thread_index tells the threads of one loop apart") {
  ThreadPool pool(3);
  std::vector<std::atomic<int>> busy(3);
  std::atomic<bool> clash{false};
  pool.parallel_for(3000, 1, [&](int64_t, int64_t) {
    const auto index = static_cast<size_t>(thread_index());
    if (busy[index]++ != 0) clash = true;
    busy[index]--;
  });
  CHECK_FALSE(clash);
  CHECK(thread_index() == 0);
}

TEST_CASE("each thread begins with its own share of the pieces and helps with the others") {
  ThreadPool pool(2);
  std::atomic<int> strays{0};
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> together{0};
    pool.parallel_for(2, 1, [&](int64_t begin, int64_t) {
      if (thread_index() != begin) strays++;
      together++;
      while (together.load() < 2) std::this_thread::yield();
    });
  }
  CHECK(strays == 0);
  std::atomic<int> done{0};
  pool.parallel_for(8, 1, [&](int64_t begin, int64_t) {
    if (begin == 4)
      while (done.load() < 7) std::this_thread::yield();
    done++;
  });
  CHECK(done == 8);
}

TEST_CASE("nested loops run inline and still cover everything") {
  ThreadPool pool(2);
  std::atomic<int64_t> sum{0};
  pool.parallel_for(8, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      pool.parallel_for(100, 1, [&](int64_t b, int64_t e) { sum += e - b; });
  });
  CHECK(sum == 800);
}

TEST_CASE("loops of a thread that is alone run in it, whole, and only while it is") {
  ThreadPool pool(4);
  const auto pieces = [&] {
    std::vector<int> seen;
    std::mutex mutex;
    pool.parallel_for(1000, 10, [&](int64_t begin, int64_t end) {
      const std::lock_guard lock(mutex);
      for (int64_t i = begin; i < end; ++i) seen.push_back(thread_index());
    });
    return seen;
  };
  {
    const LoopsAlone alone;
    CHECK(loops_run_alone());
    CHECK(pieces() == std::vector<int>(1000, 0));
  }
  CHECK(loops_run_alone() == (num_threads() == 1));
  CHECK(pieces().size() == 1000);
}

TEST_CASE("an exception of any thread reaches the caller and the pool stays usable") {
  ThreadPool pool(2);
  const auto fail = [&] {
    pool.parallel_for(1000, 1, [](int64_t begin, int64_t) {
      if (begin >= 500) throw std::runtime_error("piece failed");
    });
  };
  for (int round = 0; round < 20; ++round) CHECK_THROWS_WITH(fail(), "piece failed");
  CHECK(visits(pool, 1000, 1) == std::vector<int>(1000, 1));
}

TEST_CASE("many callers at once are safe") {
  ThreadPool pool(2);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      for (int round = 0; round < 300; ++round)
        pool.parallel_for(64, 1, [&](int64_t begin, int64_t end) { sum += end - begin; });
    });
  for (std::thread& caller : callers) caller.join();
  CHECK(sum == 4 * 300 * 64);
}

TEST_CASE("the number of threads can change, but not inside a loop") {
  const int before = num_threads();
  set_num_threads(3);
  CHECK(num_threads() == 3);
  CHECK(visits(thread_pool(), 500, 1) == std::vector<int>(500, 1));
  set_num_threads(1);
  CHECK(num_threads() == 1);
  CHECK_THROWS_AS(set_num_threads(0), Error);
  CHECK_THROWS_AS(set_num_threads(100000), Error);
  CHECK_THROWS_AS(parallel_for(2, 1, [](int64_t, int64_t) { set_num_threads(2); }), Error);
  set_num_threads(before);
}

TEST_CASE("a forked child computes with a pool of its own") {
  const int before = num_threads();
  set_num_threads(2);
  CHECK(visits(thread_pool(), 100, 1) == std::vector<int>(100, 1));
  const pid_t child = fork();
  if (child == 0) {
    const bool good = visits(thread_pool(), 1000, 1) == std::vector<int>(1000, 1);
    _exit(good && num_threads() == 2 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  set_num_threads(before);
}

TEST_CASE("an interrupt stops a long loop soon") {
  for (int threads : {1, 2}) {
    ThreadPool pool(threads);
    static std::atomic<bool> stop;
    stop = false;
    set_interrupt_check([] { return stop.load(); });
    std::thread user([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      stop = true;
    });
    const auto start = std::chrono::steady_clock::now();
    const auto loop = [&] {
      pool.parallel_for(100000, 1, [](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          std::this_thread::sleep_for(std::chrono::microseconds(100));
      });
    };
    try {
      loop();
      FAIL("not interrupted");
    } catch (const Error& error) {
      CHECK(error.code() == Code::interrupted);
    }
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(500));
    user.join();
    stop = false;
    CHECK(visits(pool, 100, 1) == std::vector<int>(100, 1));
    set_interrupt_check(nullptr);
  }
}

TEST_CASE("a CPU quota is read and rounded up") {
  CHECK(cpus_of_quota("max 100000") == 0);
  CHECK(cpus_of_quota("200000 100000") == 2);
  CHECK(cpus_of_quota("150000 100000") == 2);
  CHECK(cpus_of_quota("1000 100000") == 1);
  CHECK(cpus_of_quota("-1 100000") == 0);
  CHECK(cpus_of_quota("") == 0);
  CHECK(cpus_of_quota("100000") == 0);
  CHECK(cpus_of_quota("abc def") == 0);
  CHECK(available_cpus() >= 1);
}

TEST_CASE("PELTON_NUM_THREADS is checked") {
  setenv("PELTON_NUM_THREADS", "5", 1);
  CHECK(default_num_threads() == 5);
  for (const char* bad : {"0", "-1", "two", "2x", "99999999999999999999"}) {
    setenv("PELTON_NUM_THREADS", bad, 1);
    CHECK_THROWS_AS(default_num_threads(), Error);
  }
  unsetenv("PELTON_NUM_THREADS");
  CHECK(default_num_threads() == available_cpus());
}
