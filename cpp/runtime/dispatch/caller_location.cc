#include "runtime/dispatch/caller_location.h"

#include <atomic>

namespace pelton {
namespace {

std::atomic<CallerLocation> current_find{nullptr};
thread_local const std::string* given_place = nullptr;

}  // namespace

void set_caller_location(CallerLocation find) { current_find.store(find); }

std::string caller_location() {
  if (given_place != nullptr) return *given_place;
  const CallerLocation find = current_find.load();
  return find == nullptr ? std::string() : find();
}

CallerPlace::CallerPlace(const std::string& place) : outer_(given_place) {
  if (!place.empty()) given_place = &place;
}

CallerPlace::~CallerPlace() { given_place = outer_; }

}  // namespace pelton
