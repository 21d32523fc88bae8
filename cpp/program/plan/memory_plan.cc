#include "program/plan/memory_plan.h"

#include <algorithm>
#include <numeric>

#include "runtime/cpu/arena.h"

namespace pelton {
namespace {

size_t rounded(size_t bytes) {
  constexpr size_t unit = Arena::kAlignment;
  return (bytes + unit - 1) / unit * unit;
}

bool overlap(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

// The start of the smallest gap of at least `bytes` between the taken stretches, which are sorted;
// the end of the last one where there is none.
size_t best_gap(std::span<const std::pair<size_t, size_t>> taken, size_t bytes) {
  size_t end = 0, best = 0, best_size = SIZE_MAX;
  for (const auto& [begin, stop] : taken) {
    const size_t gap = begin > end ? begin - end : 0;
    if (gap >= bytes && gap < best_size) {
      best = end;
      best_size = gap;
    }
    end = std::max(end, stop);
  }
  return best_size == SIZE_MAX ? end : best;
}

}  // namespace

MemoryPlan plan_memory(std::span<const Lifetime> blocks) {
  std::vector<size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return blocks[a].bytes > blocks[b].bytes; });
  MemoryPlan plan{std::vector<size_t>(blocks.size()), 0};
  for (size_t i = 0; i < order.size(); ++i) {
    const Lifetime& block = blocks[order[i]];
    std::vector<std::pair<size_t, size_t>> taken;
    for (size_t j = 0; j < i; ++j) {
      const size_t other = order[j], at = plan.offsets[other];
      if (overlap(block, blocks[other])) taken.emplace_back(at, at + rounded(blocks[other].bytes));
    }
    std::sort(taken.begin(), taken.end());
    const size_t at = best_gap(taken, rounded(block.bytes));
    plan.offsets[order[i]] = at;
    plan.bytes = std::max(plan.bytes, at + rounded(block.bytes));
  }
  return plan;
}

}  // namespace pelton
