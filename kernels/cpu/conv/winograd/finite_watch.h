// Owns how a pass of Winograd's tiles tells that it met an infinity or NaN, which spreads to pixels
// that do not see it, or numbers so large that a transform overflows.
#pragma once
#include <atomic>
#include <numeric>

#include "kernels/cpu/conv/winograd/winograd_tiles.h"

namespace pelton::cpu {

class FiniteWatch {
 public:
  // What one task's transforms add to; the task's end tells the watch.
  class Lanes {
   public:
    explicit Lanes(FiniteWatch& watch) : watch_(watch) {}
    Lanes(const Lanes&) = delete;
    ~Lanes() {
      if (std::accumulate(lanes_, lanes_ + kMostLanes, 0.0F) != 0) watch_.is_finite_ = false;
    }
    float* data() { return lanes_; }

   private:
    FiniteWatch& watch_;
    alignas(64) float lanes_[kMostLanes] = {};
  };

  // Of the tasks that have ended.
  bool is_finite() const { return is_finite_; }

 private:
  std::atomic<bool> is_finite_{true};
};

}  // namespace pelton::cpu
