// Owns the sorting of an axis's positions into classes of equal taps.
#include "kernels/cpu/conv/conv_taps.h"

#include <algorithm>
#include <limits>

namespace pelton::cpu {
namespace {

// Consecutive positions mostly share their class, so the latest one is tried first.
TapClass& class_of(std::vector<TapClass>& classes, size_t& latest, const std::vector<Tap>& taps) {
  if (latest < classes.size() && classes[latest].taps == taps) return classes[latest];
  const auto found = std::find_if(classes.begin(), classes.end(),
                                  [&](const TapClass& c) { return c.taps == taps; });
  latest = static_cast<size_t>(found - classes.begin());
  if (found == classes.end()) classes.push_back({taps, {}, {}});
  return classes[latest];
}

// Sorts `count` positions; taps_of(position, taps) fills the taps and returns the base.
template <class TapsOf>
std::vector<TapClass> sort_positions(int64_t count, const TapsOf& taps_of) {
  std::vector<TapClass> classes;
  std::vector<Tap> taps;
  size_t latest = 0;
  for (int64_t position = 0; position < count; ++position) {
    taps.clear();
    const int64_t base = taps_of(position, taps);
    TapClass& members = class_of(classes, latest, taps);
    members.positions.push_back(position);
    members.bases.push_back(base);
  }
  return classes;
}

}  // namespace

std::vector<TapClass> forward_taps(const WindowAxis& axis) {
  return sort_positions(axis.out, [&](int64_t position, std::vector<Tap>& taps) {
    const int64_t base = position * axis.stride - axis.before;
    for (int64_t t = 0; t < axis.window; ++t) {
      const int64_t offset = t * axis.dilation;
      if (base + offset >= 0 && base + offset < axis.in) taps.push_back({offset, t});
    }
    return base;
  });
}

std::vector<TapClass> input_grad_taps(const WindowAxis& axis) {
  return sort_positions(axis.in, [&](int64_t position, std::vector<Tap>& taps) {
    const int64_t base = (position + axis.before) / axis.stride;
    const int64_t rest = (position + axis.before) % axis.stride;
    for (int64_t t = axis.window; t-- > 0;) {
      const int64_t distance = rest - t * axis.dilation;
      if (distance % axis.stride != 0) continue;
      const int64_t offset = distance / axis.stride;
      if (base + offset < 0 || base + offset >= axis.out) continue;
      taps.push_back({offset, axis.window - 1 - t});
    }
    return base;
  });
}

bool are_contiguous(const std::vector<Tap>& taps) {
  for (size_t i = 1; i < taps.size(); ++i)
    if (taps[i].offset != taps[i - 1].offset + 1 || taps[i].index != taps[i - 1].index + 1)
      return false;
  return true;
}

std::pair<int64_t, int64_t> source_range(const std::vector<TapClass>& classes, int64_t begin,
                                         int64_t end) {
  int64_t first = std::numeric_limits<int64_t>::max(), last = 0;
  for (const TapClass& c : classes)
    for (size_t i = 0; i < c.positions.size(); ++i) {
      if (c.positions[i] < begin || c.positions[i] >= end || c.taps.empty()) continue;
      first = std::min(first, c.bases[i] + c.taps.front().offset);
      last = std::max(last, c.bases[i] + c.taps.back().offset + 1);
    }
  return {std::min(first, last), last};
}

}  // namespace pelton::cpu
