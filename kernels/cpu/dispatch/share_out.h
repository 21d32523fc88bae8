// Owns share_out(): a kernel's items go over the threads where their work pays for waking them.
// Must not know the items.
#pragma once
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {

// Calls f(i) for all i < n: in pieces of at least `grain` items as parallel_for() does, or, where
// not `pays`, one after the other in this thread.
template <class F>
void share_out(bool pays, int64_t n, int64_t grain, const F& f) {
  const auto loop = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) f(i);
  };
  if (pays)
    parallel_for(n, grain, loop);
  else
    loop(0, n);
}

}  // namespace pelton::cpu
