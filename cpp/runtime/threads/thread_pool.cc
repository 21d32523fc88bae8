// Owns the workers' protocol: publish a loop, join it, retire it, take offered work meanwhile; and
// the fork handler.
#include "runtime/threads/thread_pool.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/exception_room.h"
#include "runtime/threads/idle_work.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/loops_alone.h"
#include "runtime/threads/spin_pause.h"

namespace pelton {
namespace {

constexpr uint32_t kWidthBits = 10;
constexpr auto kSpin = std::chrono::microseconds(500);
// Pieces per thread: enough that a slow thread holds the others up by a few per cent only.
constexpr int64_t kPiecesPerThread = 32;
// A piece is at most this many grains, so that a huge loop is still interruptible.
constexpr int64_t kGrainsPerPiece = 8;

thread_local int current_index = 0;
thread_local bool in_loop = false;
thread_local bool is_alone = false;  // LoopsAlone

// Spins until done() or kSpin has gone; the result of done().
template <class Done>
bool spin_until(const Done& done) {
  const auto deadline = std::chrono::steady_clock::now() + kSpin;
  do {
    for (int i = 0; i < 64; ++i) {
      if (done()) return true;
      spin_pause();
    }
  } while (std::chrono::steady_clock::now() < deadline);
  return false;
}

// Blocks all signals meanwhile: threads started inside never run the application's handlers.
class BlockSignals {
 public:
  BlockSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

// The pieces that one thread begins with, on a cache line of their own.
struct alignas(64) ThreadPool::Share {
  std::atomic<int64_t> next{0};
  int64_t end = 0;
};

struct ThreadPool::Job {
  Body body;
  void* context;
  int64_t n;
  int64_t piece;
  int64_t pieces;
  Share* shares;
  int sharers;
  std::atomic<bool> failed{false};
  std::exception_ptr error{};

  void deal() const {
    for (int i = 0; i < sharers; ++i) {
      shares[i].end = pieces * (i + 1) / sharers;
      shares[i].next.store(pieces * i / sharers, std::memory_order_relaxed);
    }
  }

  // Takes the pieces of share `own`, then what is left of the others'; keeps the first exception of
  // all threads.
  void work(int own) {
    const bool nested = std::exchange(in_loop, true);
    for (int i = 0; i < sharers; ++i) take(shares[(own + i) % sharers]);
    in_loop = nested;
  }

 private:
  void take(Share& share) {
    while (share.next.load(std::memory_order_relaxed) < share.end) {
      const int64_t i = share.next.fetch_add(1, std::memory_order_relaxed);
      if (i >= share.end) return;
      try {
        poll_interrupt();
        body(context, i * piece, std::min(n, (i + 1) * piece));
      } catch (...) {
        fail();
      }
    }
  }

  void fail() {
    if (!failed.exchange(true)) error = std::current_exception();
    for (int i = 0; i < sharers; ++i)
      shares[i].next.store(shares[i].end, std::memory_order_relaxed);
  }
};

ThreadPool::ThreadPool(int size) { start(size); }
ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::start(int size) {
  const BlockSignals block;
  stopping_.store(false);
  workers_.reserve(static_cast<size_t>(size - 1));
  try {
    for (int i = 1; i < size; ++i) workers_.emplace_back([this, i] { worker_loop(i); });
  } catch (const std::system_error&) {
    // The system allows no more threads: those that run do the work.
  }
  shares_ = std::make_unique<Share[]>(workers_.size() + 1);
  size_.store(static_cast<int>(workers_.size()) + 1);
}

void ThreadPool::stop() {
  stopping_.store(true);
  signal_.fetch_add(1u << kWidthBits);
  signal_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

void ThreadPool::resize(int size) {
  check(!in_loop, Code::failed_precondition,
        "the number of threads cannot change inside a parallel loop");
  const std::lock_guard lock(mutex_);
  if (size == this->size()) return;
  stop();
  start(size);
}

void ThreadPool::run(int64_t n, int64_t grain, Body body, void* context) {
  if (n <= 0) return;
  grain = std::clamp<int64_t>(grain, 1, n);
  const int64_t fair = (n - 1) / (kPiecesPerThread * size()) + 1;
  const int64_t piece = std::clamp(fair, grain, kGrainsPerPiece * grain);
  if (n <= piece) return body(context, 0, n);
  const int64_t pieces = (n - 1) / piece + 1;
  Job job{body, context, n, piece, pieces, nullptr, 1};
  if (size() > 1 && !in_loop && !is_alone && mutex_.try_lock()) {
    const std::lock_guard lock(mutex_, std::adopt_lock);
    job.shares = shares_.get();
    job.sharers = static_cast<int>(std::min<int64_t>(pieces, size()));
    run_shared(job);
  } else {
    Share all;
    job.shares = &all;
    job.deal();
    job.work(0);
  }
  if (job.error) std::rethrow_exception(job.error);
}

void ThreadPool::run_shared(Job& job) {
  job.deal();
  const auto last_worker = static_cast<uint32_t>(job.sharers - 1);
  job_.store(&job);
  const uint32_t number = (signal_.load(std::memory_order_relaxed) >> kWidthBits) + 1;
  signal_.store(number << kWidthBits | last_worker);
  signal_.notify_all();
  job.work(0);
  // A worker counts itself inside before it reads job_: it sees null or is waited for.
  job_.store(nullptr);
  await_workers();
}

void ThreadPool::await_workers() {
  const auto none = [this] { return inside_.load() == 0; };
  if (none() || spin_until(none)) return;
  for (int inside; (inside = inside_.load()) != 0;) inside_.wait(inside);
}

void ThreadPool::offer(IdleWork& work) {
  const std::lock_guard lock(offer_mutex_);
  offered_.store(&work, std::memory_order_relaxed);
}

void ThreadPool::withdraw(const IdleWork& work) {
  const std::lock_guard lock(offer_mutex_);
  if (offered_.load(std::memory_order_relaxed) == &work)
    offered_.store(nullptr, std::memory_order_relaxed);
}

// The lock is held while a part is claimed, not while it is done: its owner withdraws the work,
// then waits for the parts that were claimed.
void ThreadPool::do_idle_work() {
  std::unique_lock lock(offer_mutex_, std::try_to_lock);
  if (!lock) return;
  IdleWork* work = offered_.load(std::memory_order_relaxed);
  if (work == nullptr) return;
  int64_t begin = 0;
  if (!work->claim(begin)) return offered_.store(nullptr, std::memory_order_relaxed);
  lock.unlock();
  in_loop = true;
  work->run(begin);
  in_loop = false;
}

uint32_t ThreadPool::await_signal(uint32_t seen) {
  const auto signalled = [&] { return signal_.load(std::memory_order_relaxed) != seen; };
  spin_until([&] {
    if (signalled()) return true;
    if (offered_.load(std::memory_order_relaxed) != nullptr) do_idle_work();
    return signalled();
  });
  signal_.wait(seen);
  return signal_.load();
}

void ThreadPool::worker_loop(int index) {
  take_exception_room();
  current_index = index;
  for (uint32_t seen = signal_.load(); !stopping_.load(); seen = await_signal(seen)) {
    const int last_worker = static_cast<int>(seen & ((1u << kWidthBits) - 1));
    if (index > last_worker) continue;
    inside_.fetch_add(1);
    if (Job* job = job_.load()) job->work(index);
    if (inside_.fetch_sub(1) == 1) inside_.notify_all();
  }
}

namespace {

std::atomic<ThreadPool*> pool{nullptr};
std::atomic<int> configured_size{0};
std::mutex creation;

// The child has none of the workers and may have inherited locked mutexes: it abandons the pool.
void forget_pool() {
  pool.store(nullptr);
  new (&creation) std::mutex;
  current_index = 0;
  in_loop = false;
}

ThreadPool& make_pool() {
  const std::lock_guard lock(creation);
  if (ThreadPool* made = pool.load()) return *made;
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, forget_pool);
  const int size = configured_size.load();
  ThreadPool* made = new ThreadPool(size > 0 ? size : default_num_threads());
  pool.store(made);
  return *made;
}

}  // namespace

ThreadPool& thread_pool() {
  ThreadPool* made = pool.load(std::memory_order_acquire);
  return made != nullptr ? *made : make_pool();
}

int num_threads() { return thread_pool().size(); }

void set_num_threads(int count) {
  check(count >= 1 && count <= kMaxPoolThreads, "number of threads must be in [1, ",
        kMaxPoolThreads, "], got ", count);
  configured_size.store(count);
  thread_pool().resize(count);
}

int thread_index() { return current_index; }
bool is_pool_worker() { return current_index != 0; }
bool loops_run_alone() { return in_loop || is_alone || num_threads() == 1; }

LoopsAlone::LoopsAlone() : before_(std::exchange(is_alone, true)) {}
LoopsAlone::~LoopsAlone() { is_alone = before_; }

}  // namespace pelton
