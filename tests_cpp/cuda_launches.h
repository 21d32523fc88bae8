// Owns Launches: a KernelContext whose launches run at once, for tests of emulated kernels.
#pragma once
#include "kernels/cuda/launch.h"

namespace pelton {

class Launches : public fake::LaunchQueue {
 public:
  void enqueue(std::function<void()> work) override { work(); }
  KernelContext context() { return {{}, {}, nullptr, allocator_, this}; }

 private:
  class NoMemory : public Allocator {
    void* allocate(size_t) override { raise(Code::internal, "no memory in this test"); }
    void free(void*, size_t) noexcept override {}
  };
  NoMemory allocator_;
};

}  // namespace pelton
