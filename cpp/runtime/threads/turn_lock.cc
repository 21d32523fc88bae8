#include "runtime/threads/turn_lock.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>

#include "runtime/threads/host_lock.h"
#include "runtime/threads/spin_pause.h"

namespace pelton {
namespace {

using namespace std::chrono_literals;

// About as long as a step's bookkeeping takes; kernels take longer.
constexpr int kSpins = 2000;
constexpr auto kShortestNap = 20us, kLongestNap = 500us;

std::atomic<uint32_t> thread_count{0};
std::mutex freeing;
uint32_t forking_thread = 0;  // in a child, the thread that is its copy of the parent's

}  // namespace

std::atomic<uint32_t> TurnLock::fork_count_{0};

uint32_t new_thread_number() {
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, [] {
    forking_thread = thread_number();
    new (&freeing) std::mutex;
    TurnLock::fork_count_.fetch_add(1);
  });
  return thread_count.fetch_add(1, std::memory_order_relaxed) + 1;
}

void TurnLock::await(uint32_t mine) const {
  const auto is_served = [&] { return serving_.load(std::memory_order_acquire) == mine; };
  for (int i = 0; i < kSpins; ++i) {
    if (is_served()) return;
    spin_pause();
  }
  const HostLockGivenUp others_go_on;
  for (auto nap = kShortestNap; !is_served(); nap = std::min(2 * nap, kLongestNap))
    std::this_thread::sleep_for(nap);
}

void TurnLock::free_in_child() {
  const std::lock_guard lock(freeing);
  if (forks_.load() == forks()) return;
  const bool is_held = owner_.load() != 0 && owner_.load() == forking_thread;
  if (!is_held) {
    owner_.store(0);
    depth_ = 0;
  }
  next_.store(serving_.load() + (is_held ? 1 : 0));
  forks_.store(forks());
}

}  // namespace pelton
