// Owns which filter taps meet which positions of one axis, for convolutions in gather form: the
// forward pass and the input gradient. Must not know memory or channels.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/common/window.h"

namespace pelton::cpu {

// One filter tap that a position reads through.
struct Tap {
  int64_t offset;  // of the source, from the position's base
  int64_t index;   // in the packed filters
  bool operator==(const Tap&) const = default;
};

// Positions of the written axis that read through the same taps, so that no padding is ever read
// and no product with padding is ever formed.
struct TapClass {
  std::vector<Tap> taps;           // by increasing offset
  std::vector<int64_t> positions;  // increasing
  std::vector<int64_t> bases;      // source index that tap offsets count from, per position
};

// The output positions of the forward pass, reading the input.
std::vector<TapClass> forward_taps(const WindowAxis& axis);
// The input positions of the input gradient, reading the output gradient; the packed filters are
// in reverse order, so that neighbouring taps stay neighbours where stride and dilation are 1.
std::vector<TapClass> input_grad_taps(const WindowAxis& axis);

// True when each tap is the source's and the packed filters' next one after the tap before it.
bool are_contiguous(const std::vector<Tap>& taps);

// Source positions [first, last) that the written positions [begin, end) read.
std::pair<int64_t, int64_t> source_range(const std::vector<TapClass>& classes, int64_t begin,
                                         int64_t end);

}  // namespace pelton::cpu
