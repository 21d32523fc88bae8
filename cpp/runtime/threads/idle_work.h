// Owns IdleWork: a loop that the pool's idle workers begin while its owner does other things. Must
// not know what the loop computes.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>

#include "runtime/devices/owning_process.h"

namespace pelton {

class ThreadPool;

class IdleWork {
 public:
  // f(begin, end) does part of [0, n); several threads call it at once for different parts. `grain`
  // is that of parallel_for(); beside their owner workers take an eighth of it at a time.
  IdleWork(int64_t n, int64_t grain, std::function<void(int64_t begin, int64_t end)> f);
  // No part of it runs any more afterwards.
  ~IdleWork();
  IdleWork(const IdleWork&) = delete;
  IdleWork& operator=(const IdleWork&) = delete;

  // From now on workers of thread_pool() that are awake and have nothing else to do take parts, one
  // by one. The last work offered is the one that they take from.
  void offer();
  // Does the rest, with all threads. Raises what the first part that failed raised. A child of a
  // fork since offer() does all of it anew, for it has none of the workers. To be called once.
  void finish();

 private:
  friend class ThreadPool;
  // Both under the pool's lock: the next part, if one is left.
  bool claim(int64_t& begin);
  // Does a claimed part on a worker.
  void run(int64_t begin);
  void withdraw();

  int64_t n_;
  int64_t grain_;
  int64_t part_;  // items that a worker takes at a time
  std::function<void(int64_t, int64_t)> f_;
  int64_t next_ = 0;
  std::atomic<int> running_{0};  // parts that workers have claimed and not yet done
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;
  ThreadPool* pool_ = nullptr;  // where it is offered
  OwningProcess owner_;
};

}  // namespace pelton
