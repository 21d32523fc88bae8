// Owns the installed interrupt check and the time of the last question.
#include "runtime/threads/interrupt.h"

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/error.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kPollNanoseconds = 20'000'000;

std::atomic<bool (*)()> interrupt_check{nullptr};
std::atomic<int64_t> next_poll{0};
thread_local int deferred = 0;

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

void set_interrupt_check(bool (*check)()) {
  interrupt_check.store(check, std::memory_order_release);
  next_poll.store(0, std::memory_order_relaxed);
}

void poll_interrupt() {
  bool (*const ask)() = interrupt_check.load(std::memory_order_acquire);
  if (ask == nullptr || deferred > 0 || is_pool_worker()) return;
  const int64_t time = now();
  if (time < next_poll.load(std::memory_order_relaxed)) return;
  next_poll.store(time + kPollNanoseconds, std::memory_order_relaxed);
  check(!ask(), Code::interrupted, "interrupted");
}

DeferInterrupts::DeferInterrupts() { ++deferred; }
DeferInterrupts::~DeferInterrupts() { --deferred; }

}  // namespace pelton
