// Owns how attributes that name axes become masks, loops and places, for shape functions and for
// the kernels of every device. Must not know memory.
#pragma once
#include <optional>

#include "kernels/common/attrs/attrs.h"

namespace pelton {

// True for the axes that a reduction reductions.
using AxisMask = InlineVec<bool, kMaxRank>;

// The mask of `axes`, each in [-rank, rank); absent: all. Raises invalid_argument for an axis
// outside or given twice.
AxisMask reduced_axes(int64_t rank, const std::optional<Axes>& axes);
// The axes along which `from` is summed to become `to`, which broadcasts to it.
AxisMask summed_axes(const Shape& from, const Shape& to);

// The permutation that takes `perm`, of axes in [0, rank), back.
Axes inverse_permutation(const Axes& perm);

// A row-major tensor around one of its axes: outer x size x inner.
struct AxisBlocks {
  int64_t outer = 1, size = 1, inner = 1;
};
AxisBlocks blocks_around(const Shape& shape, int64_t axis);

// The loops of a tiling, without those of size 1; strides count elements.
struct TileLoops {
  Shape shape;
  Strides to, from;
};
TileLoops tile_loops(const Layout& in, const Layout& out, const Axes& multiples);

// Where a slice of `shape` that starts at `begin` lies in a whole; no steps: all 1.
struct SlicePlace {
  int64_t first = 0;  // offset of its first element
  Strides strides;
};
SlicePlace place_slice(const Layout& whole, const Shape& shape, const Axes& begin,
                       const Axes& steps);

}  // namespace pelton
