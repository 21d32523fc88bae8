// Owns TurnLock, a small lock whose waiters come in the order in which they asked, and the number
// by which it knows threads. Must not know what it guards.
#pragma once
#include <atomic>
#include <cstdint>

namespace pelton {

// A number of this thread, unique in the process's life; never 0.
uint32_t new_thread_number();
inline uint32_t thread_number() {
  [[gnu::tls_model("initial-exec")]] static thread_local constinit uint32_t number = 0;
  if (number == 0) [[unlikely]]
    number = new_thread_number();
  return number;
}

// A thread that has it may take it again. Who waits spins briefly, then sleeps, without the host
// language's lock. In a forked child those that other threads of the parent held are free.
class TurnLock {
 public:
  TurnLock() = default;
  TurnLock(const TurnLock&) = delete;
  TurnLock& operator=(const TurnLock&) = delete;

  void lock() {
    const uint32_t me = thread_number();
    if (owner_.load(std::memory_order_relaxed) == me) {
      ++depth_;
      return;
    }
    if (forks_.load(std::memory_order_relaxed) != forks()) [[unlikely]]
      free_in_child();
    const uint32_t mine = next_.fetch_add(1, std::memory_order_relaxed);
    if (serving_.load(std::memory_order_acquire) != mine) [[unlikely]]
      await(mine);
    owner_.store(me, std::memory_order_relaxed);
  }
  // Whether it could be had at once; not where any thread has it, this one too.
  bool try_lock() {
    if (forks_.load(std::memory_order_relaxed) != forks()) [[unlikely]]
      free_in_child();
    uint32_t mine = serving_.load(std::memory_order_acquire);
    if (!next_.compare_exchange_strong(mine, mine + 1, std::memory_order_acquire)) return false;
    owner_.store(thread_number(), std::memory_order_relaxed);
    return true;
  }
  void unlock() {
    if (depth_ > 0) {
      --depth_;
      return;
    }
    owner_.store(0, std::memory_order_relaxed);
    serving_.store(serving_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  // Whether this thread has it.
  bool is_mine() const { return owner_.load(std::memory_order_relaxed) == thread_number(); }

 private:
  // How many forks lie between the first process and this one.
  static uint32_t forks() { return fork_count_.load(std::memory_order_relaxed); }
  friend uint32_t new_thread_number();
  void await(uint32_t mine) const;
  void free_in_child();

  static std::atomic<uint32_t> fork_count_;
  std::atomic<uint32_t> next_{0};
  std::atomic<uint32_t> serving_{0};
  std::atomic<uint32_t> owner_{0};
  std::atomic<uint32_t> forks_{0};
  uint32_t depth_ = 0;  // of the owner's further locks
};

}  // namespace pelton
