// Owns how a thread that has to wait gives up the host language's lock (Python's GIL) meanwhile, so
// that those it waits for can go on. Must not know the language: the bindings install the hooks.
#pragma once

namespace pelton {

struct HostLock {
  // Gives the lock up if this thread has it; what `take_back` needs, else null.
  void* (*give_up)() = nullptr;
  void (*take_back)(void* state) = nullptr;
};

void set_host_lock(const HostLock& lock);

// While one lives, this thread does not have the host language's lock.
class HostLockGivenUp {
 public:
  HostLockGivenUp();
  ~HostLockGivenUp();
  HostLockGivenUp(const HostLockGivenUp&) = delete;
  HostLockGivenUp& operator=(const HostLockGivenUp&) = delete;

 private:
  void* state_;
};

}  // namespace pelton
