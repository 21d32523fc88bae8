#include "runtime/fake/fake_stream.h"

#include <unistd.h>

#include "core/error.h"
#include "runtime/interrupt.h"

namespace pelton::fake {

FakeStream::~FakeStream() {
  if (process_ != 0 && process_ != getpid()) {
    thread_.detach();
    return;
  }
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void FakeStream::check_process() {
  check(process_ == 0 || process_ == getpid(), Code::device_lost,
        "a forked process cannot use the GPUs of its parent: start it with the 'spawn' method of "
        "multiprocessing");
}

void FakeStream::enqueue(std::function<void()> work) {
  check_process();
  {
    std::lock_guard lock(mutex_);
    if (process_ == 0) {
      thread_ = std::thread([this] { run(); });
      process_ = getpid();
    }
    queue_.push_back(std::move(work));
  }
  changed_.notify_all();
}

void FakeStream::synchronize() {
  check_process();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && !busy_; });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void FakeStream::drain() noexcept {
  if (process_ != 0 && process_ != getpid()) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && !busy_; });
}

void FakeStream::run() {
  // Asking takes Python's lock, which the thread that waits for this one may hold.
  const DeferInterrupts uninterrupted;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    busy_ = true;
    memory_.open();
    while (!queue_.empty()) {
      std::function<void()> work = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      std::exception_ptr failed;
      try {
        work();
      } catch (...) {
        failed = std::current_exception();
      }
      work = nullptr;
      lock.lock();
      if (failed && !error_) error_ = failed;
    }
    memory_.close();
    busy_ = false;
    changed_.notify_all();
  }
}

}  // namespace pelton::fake
