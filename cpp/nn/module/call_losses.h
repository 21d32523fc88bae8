// Owns CallLosses: what add_loss gave a layer in calls, which several threads may make at a time.
#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/tensor.h"
#include "runtime/threads/turn_lock.h"

namespace pelton {

class CallLosses {
 public:
  CallLosses() = default;
  CallLosses(const CallLosses&) = delete;
  CallLosses& operator=(const CallLosses&) = delete;

  // Adds a loss of call `number`; those of this thread's calls before it go.
  void add(uint64_t number, const Tensor& loss);
  void append_to(std::vector<Tensor>& out, uint64_t number) const;
  bool is_empty() const { return !has_any_.load(std::memory_order_relaxed); }

 private:
  struct Call {
    uint32_t thread;
    uint64_t number;
    std::vector<Tensor> losses;
  };
  mutable TurnLock lock_;  // of calls_
  std::vector<Call> calls_;
  std::atomic<bool> has_any_ = false;
};

}  // namespace pelton
