#include "data/workers.h"

#include <system_error>

#include "core/error.h"
#include "runtime/threads/exception_room.h"
#include "runtime/threads/host_lock.h"
#include "runtime/threads/interrupt.h"

namespace pelton::data {

namespace {

// Passes with threads of their own, each within a thread of the one before: no pipeline is so
// deep, but one whose generator iterates over the pipeline is as deep as there are threads.
constexpr int kDeepest = 64;
thread_local int depth = 0;

}  // namespace

void Workers::start(int count, const std::function<void()>& work) {
  check(depth < kDeepest, Code::failed_precondition, "the dataset's passes are ", kDeepest,
        " deep, each with a thread that the one before began: does a function or generator of the "
        "dataset iterate over the dataset?");
  owner_.claim();
  running_ = std::make_shared<Running>();
  const auto run = [work, running = running_, below = depth + 1] {
    take_exception_room();
    depth = below;
    work();
    const std::lock_guard lock(running->mutex);
    if (--running->count == 0) running->over.notify_all();
  };
  for (int i = 0; i < count && start_one(run); ++i) {
  }
  check(!threads_.empty(), Code::resource_exhausted,
        "the system has no thread left for a pass over a dataset");
}

bool Workers::start_one(const std::function<void()>& run) {
  const std::lock_guard lock(running_->mutex);
  try {
    threads_.emplace_back(run);
  } catch (const std::system_error&) {
    return false;
  }
  ++running_->count;
  return true;
}

bool Workers::wait_until_over() {
  if (running_ == nullptr) return true;
  std::unique_lock lock(running_->mutex);
  return running_->over.wait_for(lock, kPatienceAtEnd, [&] { return running_->count == 0; });
}

void Workers::end() {
  // In a child of a fork they are the parent's: there is nothing to wait for.
  const bool are_lost = owner_.is_elsewhere() || is_process_ending_;
  if (!owner_.is_elsewhere()) {
    const std::lock_guard lock(mutex);
    is_ending_ = true;
  }
  changed.notify_all();
  const HostLockGivenUp given_up;
  const bool are_left = are_lost || !wait_until_over();
  for (std::thread& thread : threads_) {
    if (are_left)
      thread.detach();
    else
      thread.join();
  }
  threads_.clear();
}

void Workers::check_user(std::unique_lock<std::mutex>& lock) {
  check(!owner_.is_elsewhere(), Code::failed_precondition,
        "a forked process cannot go on with a pass over a dataset that its parent began");
  lock.unlock();
  poll_interrupt();
  lock.lock();
}

}  // namespace pelton::data
