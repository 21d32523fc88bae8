// Owns EmulatedBlock: the threads of one block as fibers, and what they wait for. Threads run in
// order, each until it waits, so that a run is the same every time.
#pragma once
#include <cstdint>
#include <deque>
#include <exception>
#include <string>

#include "runtime/fake/emulated_grid.h"
#include "runtime/fake/fiber.h"

namespace pelton::fake {

// "softmax.cu:41"
std::string text(const Place& place);

class EmulatedBlock {
 public:
  EmulatedBlock() = default;
  EmulatedBlock(const EmulatedBlock&) = delete;
  EmulatedBlock& operator=(const EmulatedBlock&) = delete;

  void run(const dim3& size, const std::function<void()>& thread);
  // For the threads of the block.
  void wait_for_block(const Place& place);
  Exchange exchange(unsigned mask, const void* value, size_t bytes, const Place& place);

 private:
  enum class Wait : uint8_t { nothing, block, warp, over };
  struct Thread {
    Fiber fiber;
    dim3 index;
    Wait wait = Wait::nothing;
    Place place;
    unsigned mask = 0;
    LaneValue value;
  };
  struct Warp {
    LaneValue values[warpSize];
  };

  void start(const dim3& size);
  void run_ready(size_t first, size_t last);
  void run_warp(size_t first, size_t last);
  bool finish_exchanges(size_t first, size_t last);
  bool has_arrived(unsigned mask, size_t first, size_t last, const Place& place) const;
  bool release_barrier();
  [[noreturn]] void raise_stuck(const Thread& thread) const;
  void wait(Wait what, const Place& place);

  std::deque<Thread> threads_;  // as many as the largest block so far had
  std::deque<Warp> warps_;
  size_t count_ = 0;
  size_t current_ = 0;
  const std::function<void()>* thread_ = nullptr;
  std::function<void()> entry_;
  std::exception_ptr error_;
};

}  // namespace pelton::fake
