// Owns the gate that threads pass to work beside the one that has the host language's lock, so that
// a fork, the end of the process and a change of the thread pool find them at rest. Must not know
// the work.
#pragma once
#include <chrono>

namespace pelton {

// While one lives, this thread works: it may hold any lock of the engine. Inside another one it
// costs nothing; else it waits while the gate is closed, for ever at the end of the process.
class AtWork {
 public:
  AtWork();
  ~AtWork();
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;
};

// While one lives, no other thread works: it waits for those that do, at most `limit`, and keeps
// others out. To be made by the thread that has the host language's lock, which it gives up
// meanwhile.
class OthersAtRest {
 public:
  explicit OthersAtRest(std::chrono::milliseconds limit);
  ~OthersAtRest();
  OthersAtRest(const OthersAtRest&) = delete;
  OthersAtRest& operator=(const OthersAtRest&) = delete;
  // False where the limit passed first.
  bool are_all() const { return are_all_; }

 private:
  bool are_all_;
};

// At the end of the process: closes the gate for all threads but this one.
void close_work_gate();
// Whether it is closed for this thread for good.
bool is_work_over();
// Sleeps until the process ends.
[[noreturn]] void rest_for_good();

}  // namespace pelton
