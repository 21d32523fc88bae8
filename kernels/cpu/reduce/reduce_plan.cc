#include "kernels/cpu/reduce/reduce_plan.h"

namespace pelton::cpu {
namespace {

// Neighbouring axes of one kind; `stride` is that of the group's innermost element.
struct Group {
  int64_t size;
  int64_t stride;
  bool reduced;
};

void prepend(AxisLoop& loop, const Group& group) {
  loop.sizes.insert(0, group.size);
  loop.strides.insert(0, group.stride);
}

}  // namespace

int64_t AxisLoop::count() const {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

int64_t AxisLoop::offset(int64_t index) const {
  int64_t at = 0;
  for (size_t i = sizes.size(); i-- > 0; index /= sizes[i]) at += index % sizes[i] * strides[i];
  return at;
}

ReducePlan make_reduce_plan(const Shape& shape, const InlineVec<bool, kMaxRank>& reduced) {
  InlineVec<Group, kMaxRank> groups;  // innermost first
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 1) continue;
    if (!groups.empty() && groups.back().reduced == reduced[i])
      groups.back().size *= shape[i];
    else
      groups.push_back({shape[i], 0, reduced[i]});
  }
  int64_t stride = 1;
  for (Group& group : groups) {
    group.stride = stride;
    stride *= group.size;
  }
  ReducePlan plan;
  size_t next = 0;
  if (next < groups.size() && !groups[next].reduced) plan.width = groups[next++].size;
  if (next < groups.size()) plan.rows = groups[next++].size;
  for (; next < groups.size(); ++next)
    prepend(groups[next].reduced ? plan.runs : plan.slabs, groups[next]);
  return plan;
}

}  // namespace pelton::cpu
