// Owns RandomState: the process's seed and the counter that random ops draw from (Philox 4x32-10).
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>

#include "runtime/dispatch/kernel_context.h"

namespace pelton {

class RandomState {
 public:
  RandomState();
  // Makes all later draws reproducible, as `tf.random.set_seed`.
  void seed(int64_t seed);
  bool is_seeded() const { return seeded_; }
  // A fresh stream; with `op_seed` one that depends on the seed, op_seed and how often it was
  // drawn.
  RandomStream draw();
  RandomStream draw(int64_t op_seed);
  // A stream for a pass over a dataset: ops draw the same, however many passes begin.
  RandomStream draw_pass();
  // How many streams were drawn so far.
  int64_t position();
  // Goes on as if that many streams had been drawn.
  void go_to(int64_t position);
  // Has those that were drawn since `position` drawn again, unless somebody else drew too: there
  // are `own` of them.
  void take_back(int64_t position, int64_t own);

 private:
  std::mutex mutex_;
  bool seeded_ = false;
  int64_t key_;
  int64_t next_ = 0, next_pass_ = 0;
};

// While one lives, this thread's ops draw from streams that follow from `stream` alone, in order:
// what runs again draws the same.
class RandomFork {
 public:
  explicit RandomFork(RandomStream stream);
  ~RandomFork();
  RandomFork(const RandomFork&) = delete;
  RandomFork& operator=(const RandomFork&) = delete;
  RandomStream draw(std::optional<int64_t> op_seed);
  // The calling thread's innermost one, or null.
  static RandomFork* current();

 private:
  const RandomStream stream_;
  RandomFork* const outer_;
  int64_t next_ = 0;
};

// How many streams the calling thread has drawn from the process's state.
int64_t own_draws();

// A stream of the process's state for the next random op, with that op's own seed if it has one;
// the calling thread's observers hear of it.
RandomStream draw_stream(std::optional<int64_t> op_seed);

}  // namespace pelton
