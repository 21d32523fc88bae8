// Owns the question whether anybody sees the ops that are called one by one.
#pragma once
#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"

namespace pelton {

// True while this thread has observers or the placement log is on: then calls must stay those that
// the program makes.
inline bool is_watched() {
  return !context().observers().empty() || runtime().log_device_placement();
}

}  // namespace pelton
