// Owns OwningProcess: which process a device's work belongs to. A forked child has copies of its
// parent's handles, but none of the threads and drivers behind them.
#pragma once
#include <pthread.h>

#include <atomic>

#include "core/error.h"

namespace pelton {

class OwningProcess {
 public:
  void claim() { generation_ = generation(); }
  bool is_claimed() const { return generation_ >= 0; }
  bool is_elsewhere() const { return generation_ >= 0 && generation_ != forks_; }
  // Raises device_lost in a child of the process that claimed.
  void check_own() const {
    check(!is_elsewhere(), Code::device_lost,
          "a forked process cannot use the GPUs of its parent: start it with the 'spawn' method of "
          "multiprocessing");
  }

 private:
  // Counted instead of asking for the process's number, which is a system call.
  static int generation() {
    [[maybe_unused]] static const int registered =
        pthread_atfork(nullptr, nullptr, [] { ++forks_; });
    return forks_;
  }
  static inline std::atomic<int> forks_ = 0;
  int generation_ = -1;
};

}  // namespace pelton
