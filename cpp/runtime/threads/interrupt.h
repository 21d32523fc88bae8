// Owns the question "did the user ask to stop?", which long loops put between their tiles.
// Must not know who asks for the stop: the bindings install the check.
#pragma once
#include <algorithm>
#include <cstdint>

namespace pelton {

// Installs the check that poll_interrupt() asks; null removes it. The check returns true to stop
// and is only ever called on a thread that runs a kernel's outer loop, never on a pool worker.
void set_interrupt_check(bool (*check)());

// Raises Error{interrupted} when the installed check says so. Asks it at most every 20 ms in the
// whole process, so it may stand in an inner loop; does nothing on a worker of the thread pool.
void poll_interrupt();

// poll_interrupt() in one of many turns of a loop that counts `i`: for turns that are short.
inline void poll_interrupt_at(int64_t i) {
  constexpr int64_t kEvery = 512;
  if (i % kEvery == kEvery - 1) poll_interrupt();
}

// Calls f(begin, end) for blocks of [0, n) in order and polls between them: for serial loops that
// may be long.
template <class F>
void interruptible_for(int64_t n, F&& f) {
  constexpr int64_t kBlock = 1 << 16;
  if (n <= kBlock) return f(int64_t{0}, n);
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    poll_interrupt();
    f(begin, std::min(n, begin + kBlock));
  }
}

// While one lives, poll_interrupt() does nothing on this thread: for what must not stop half done.
class DeferInterrupts {
 public:
  DeferInterrupts();
  ~DeferInterrupts();
  DeferInterrupts(const DeferInterrupts&) = delete;
  DeferInterrupts& operator=(const DeferInterrupts&) = delete;
};

}  // namespace pelton
