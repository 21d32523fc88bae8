// Owns FakeStream: the thread on which a fake GPU's work runs, one piece after the other.
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "runtime/devices/owning_process.h"
#include "runtime/fake/fake_memory.h"
#include "runtime/fake/launch_queue.h"

namespace pelton::fake {

// The thread starts with the first work. A child of fork() has no such thread: there the device is
// lost, as a real one is.
class FakeStream : public LaunchQueue {
 public:
  explicit FakeStream(FakeMemory& memory) : memory_(memory) {}
  ~FakeStream();
  void enqueue(std::function<void()> work) override;
  // Waits for all work; raises the first error that it had, once.
  void synchronize();
  // Waits for all work, whatever became of it.
  void drain() noexcept;

 private:
  void run();
  FakeMemory& memory_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  std::thread thread_;
  std::exception_ptr error_;
  OwningProcess process_;
  bool busy_ = false;
  bool stopping_ = false;
};

}  // namespace pelton::fake
