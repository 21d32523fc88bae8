#include "runtime/fake/fake_stream.h"

#include "runtime/threads/exception_room.h"
#include "runtime/threads/interrupt.h"

namespace pelton::fake {

FakeStream::~FakeStream() {
  if (process_.is_elsewhere()) {
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

void FakeStream::enqueue(std::function<void()> work) {
  process_.check_own();
  {
    std::lock_guard lock(mutex_);
    if (!process_.is_claimed()) {
      thread_ = std::thread([this] { run(); });
      process_.claim();
    }
    queue_.push_back(std::move(work));
  }
  changed_.notify_all();
}

void FakeStream::synchronize() {
  process_.check_own();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && !busy_; });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void FakeStream::drain() noexcept {
  if (process_.is_elsewhere()) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && !busy_; });
}

void FakeStream::run() {
  take_exception_room();
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
