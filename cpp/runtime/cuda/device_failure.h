// Owns DeviceFailure: where a kernel on a GPU, which cannot raise, reports a bad value. Plain data
// in memory that host and device share; the host raises it at the next synchronisation.
#pragma once
#include <cstdint>

#include "core/error.h"

namespace pelton::cuda {

// Written by the first thread that fails; the others find `state` taken.
struct DeviceFailure {
  enum State : int { empty = 0, taken = 1, written = 2 };
  static constexpr int kTextSize = 96;
  int state;     // accessed as volatile
  int is_index;  // 0: only `what` counts
  int64_t value;
  int64_t position;
  int64_t limit;
  char what[kTextSize];
  char where[kTextSize];
};

// "label 12 at position 3, which is outside the valid range of [0, 10)".
[[noreturn]] inline void raise_bad_index(const char* what, int64_t value, const char* where,
                                         int64_t position, int64_t limit) {
  raise(Code::invalid_argument, what, value, where, position,
        ", which is outside the valid range of [0, ", limit, ")");
}

// Raises what was reported, if anything, and makes room for the next report. No kernel may run.
inline void raise_reported(DeviceFailure& word) {
  if (*static_cast<volatile int*>(&word.state) != DeviceFailure::written) [[likely]]
    return;
  const DeviceFailure found = word;
  word.state = DeviceFailure::empty;
  if (found.is_index == 0) raise(Code::invalid_argument, found.what);
  raise_bad_index(found.what, found.value, found.where, found.position, found.limit);
}

}  // namespace pelton::cuda
