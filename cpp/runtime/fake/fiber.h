// Owns Fiber: a function that can stop in the middle and go on later, on a stack of its own. A
// switch makes no system call. Must not know CUDA.
#pragma once
#include <functional>

#include "runtime/fake/switch_notes.h"

namespace pelton::fake {

class Fiber {
 public:
  Fiber() = default;
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber();

  // Makes `entry`, which must not throw and must outlive the fiber's run, the function that the
  // next resume() begins. A run that has not ended is given up: its stack is not unwound.
  void start(const std::function<void()>& entry);
  // Runs on until suspend() or the end of the function; true at the end.
  bool resume();
  // Called by the function that runs in a fiber: back to where resume() was called.
  static void suspend();

 private:
  static void main();
  void leave(bool for_good);
  void make_first_frame();

  char* stack_ = nullptr;  // the lowest page is never accessible
  void* saved_ = nullptr;  // the fiber's stack pointer or context while it does not run
  void* caller_ = nullptr;
  const std::function<void()>* entry_ = nullptr;
  bool ended_ = false;
  [[no_unique_address]] SwitchNotes notes_;
};

}  // namespace pelton::fake
