// Owns Threads: so many of them for one test.
#pragma once
#include "runtime/threads/thread_pool.h"

namespace pelton::test {

class Threads {
 public:
  explicit Threads(int count) { set_num_threads(count); }
  ~Threads() { set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  const int before_ = num_threads();
};

}  // namespace pelton::test
