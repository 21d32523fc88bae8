#include "runtime/dispatch/caller_location.h"

#include <atomic>

namespace pelton {
namespace {

std::atomic<CallerLocation> current_find{nullptr};

}  // namespace

void set_caller_location(CallerLocation find) { current_find.store(find); }

std::string caller_location() {
  const CallerLocation find = current_find.load();
  return find == nullptr ? std::string() : find();
}

}  // namespace pelton
