#include "program/trace/trace.h"

#include <algorithm>
#include <atomic>

#include "program/small_values.h"

namespace pelton {
namespace {

int64_t next_number() {
  static std::atomic<int64_t> made{0};
  return made.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Trace::Trace() : number(next_number()) {}

bool Trace::may_be_taken(std::span<const Tensor> seen) const {
  if (is_complete && guarded_values.size() < seen.size()) return false;
  const size_t known = std::min(seen.size(), guarded_values.size());
  return std::equal(seen.begin(), seen.begin() + static_cast<ptrdiff_t>(known),
                    guarded_values.begin(), &is_same_value);
}

bool Trace::goes_before(const Trace& other) const {
  if (obstacle.empty() != other.obstacle.empty()) return obstacle.empty();
  return last_use > other.last_use;
}

}  // namespace pelton
