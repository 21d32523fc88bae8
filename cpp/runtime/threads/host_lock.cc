#include "runtime/threads/host_lock.h"

namespace pelton {
namespace {

HostLock host_lock;  // set once, before there are other threads

}  // namespace

void set_host_lock(const HostLock& lock) { host_lock = lock; }

HostLockGivenUp::HostLockGivenUp()
    : state_(host_lock.give_up != nullptr ? host_lock.give_up() : nullptr) {}

HostLockGivenUp::~HostLockGivenUp() {
  if (state_ != nullptr) host_lock.take_back(state_);
}

}  // namespace pelton
