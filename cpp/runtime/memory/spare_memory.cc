#include "runtime/memory/spare_memory.h"

#include <mutex>
#include <vector>

#include "runtime/threads/turn_lock.h"

namespace pelton {
namespace {

struct Holders {
  TurnLock lock;
  std::vector<SpareMemory*> all;
};

// Never destroyed: programs may outlive the library's own objects.
Holders& holders() {
  static auto* const known = new Holders;
  return *known;
}

}  // namespace

SpareMemory::SpareMemory(const Allocator& device, std::function<bool()> give_back)
    : device_(device), give_back_(std::move(give_back)) {
  Holders& known = holders();
  const std::lock_guard lock(known.lock);
  known.all.push_back(this);
}

SpareMemory::~SpareMemory() {
  Holders& known = holders();
  const std::lock_guard lock(known.lock);
  std::erase(known.all, this);
}

bool give_back_spare_memory(const Allocator& device) {
  Holders& known = holders();
  const std::lock_guard lock(known.lock);
  bool any = false;
  for (SpareMemory* const holder : known.all)
    if (&holder->device_ == &device && holder->give_back_()) any = true;
  return any;
}

}  // namespace pelton
