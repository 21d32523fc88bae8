#include "runtime/threads/idle_work.h"

#include <algorithm>
#include <thread>

#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

// A worker that does a part misses a loop's beginning: parts are shorter than a loop's pieces.
constexpr int64_t kPartsPerGrain = 8;

}  // namespace

IdleWork::IdleWork(int64_t n, int64_t grain, std::function<void(int64_t, int64_t)> f)
    : n_(n), grain_(grain), part_(std::max<int64_t>(1, grain / kPartsPerGrain)), f_(std::move(f)) {}

IdleWork::~IdleWork() { withdraw(); }

void IdleWork::offer() {
  owner_.claim();
  pool_ = &thread_pool();
  pool_->offer(*this);
}

void IdleWork::finish() {
  withdraw();
  if (error_) std::rethrow_exception(error_);
  const int64_t done = next_;
  parallel_for(n_ - done, grain_,
               [&](int64_t begin, int64_t end) { f_(done + begin, done + end); });
}

bool IdleWork::claim(int64_t& begin) {
  if (next_ >= n_) return false;
  begin = next_;
  next_ = std::min(n_, begin + part_);
  running_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void IdleWork::run(int64_t begin) {
  try {
    f_(begin, std::min(n_, begin + part_));
  } catch (...) {
    if (!failed_.exchange(true)) error_ = std::current_exception();
  }
  running_.fetch_sub(1, std::memory_order_release);  // the owner may destroy it now
}

void IdleWork::withdraw() {
  if (pool_ == nullptr) return;
  if (owner_.is_elsewhere()) {
    // The workers stayed in the parent, perhaps within a part or holding the pool's lock.
    next_ = 0;
    error_ = nullptr;
  } else {
    pool_->withdraw(*this);
    while (running_.load(std::memory_order_acquire) != 0) std::this_thread::yield();
  }
  pool_ = nullptr;
}

}  // namespace pelton
