// Owns LaunchQueue, what `KernelContext::stream()` points to on a fake GPU. The library of emulated
// kernels includes this header and calls through it; nothing else passes between the two.
#pragma once
#include <functional>

namespace pelton::fake {

class LaunchQueue {
 public:
  // Runs `work` on the device's thread after all earlier work. What it throws is raised by the
  // device's next synchronisation. Raises device_lost on a device that is lost.
  virtual void enqueue(std::function<void()> work) = 0;

 protected:
  ~LaunchQueue() = default;
};

}  // namespace pelton::fake
