// Owns SharedSlot: a shared pointer that some threads read while others replace it.
#pragma once
#include <memory>
#include <mutex>
#include <utility>

namespace pelton {

// Not std::atomic<std::shared_ptr>: what libstdc++ 12 reads there is not ordered before the next
// store, which ThreadSanitizer reports.
template <class T>
class SharedSlot {
 public:
  std::shared_ptr<T> load() const {
    const std::lock_guard lock(mutex_);
    return held_;
  }
  // What was held before ends without the lock.
  void store(std::shared_ptr<T> next) {
    const std::lock_guard lock(mutex_);
    held_.swap(next);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<T> held_;
};

}  // namespace pelton
