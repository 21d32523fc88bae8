// Owns DeviceFailure: where a kernel on a GPU, which cannot raise, reports a bad value. Plain data
// in memory that host and device share; the host raises it at the next synchronisation.
#pragma once
#include "core/error.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

// What a kernel is told before it runs about the failure that it may find: an argument of its
// launch. The texts are the host's. At most 128 bytes, which nvcc copies without a loop.
struct FailureSite {
  static constexpr size_t kMostDims = 8;  // of an operand with more, the position is a number
  OpNames op;
  Code code = Code::invalid_argument;
  // With {value}, {position}, {limit} and {indices}, the position within the shape below.
  const char* text = nullptr;
  int rank = 0;
  int64_t dims[kMostDims] = {};
};

inline FailureSite bad_value(const KernelContext& context, const char* text) {
  return {context.op(), Code::invalid_argument, text};
}
// The same for an index: raises bad_index. `shape` is that of the operand with the indices.
inline FailureSite bad_index(const KernelContext& context, const char* text,
                             const Shape& shape = {}) {
  const Shape known = shape.size() <= FailureSite::kMostDims ? shape : Shape{element_count(shape)};
  FailureSite site{context.op(), Code::bad_index, text, static_cast<int>(known.size())};
  for (size_t i = 0; i < known.size(); ++i) site.dims[i] = known[i];
  return site;
}

static_assert(sizeof(FailureSite) <= 128);

// Written by the first thread that fails; the others find `state` taken.
struct DeviceFailure {
  enum State : int { empty = 0, taken = 1, written = 2 };
  int state = empty;  // accessed as volatile
  FailureSite site;
  int64_t value = 0;
  int64_t position = 0;
  int64_t limit = 0;
};

// "gather: indices[1,0] = 7 is not in [0, 3) [Op:GatherV2]", with the site's code.
[[noreturn]] void raise_failure(const DeviceFailure& found);

// Raises what was reported, if anything, and makes room for the next report. No kernel may run.
inline void raise_reported(DeviceFailure& word) {
  if (*static_cast<volatile int*>(&word.state) != DeviceFailure::written) [[likely]]
    return;
  const DeviceFailure found = word;
  word.state = DeviceFailure::empty;
  raise_failure(found);
}

}  // namespace pelton::cuda
