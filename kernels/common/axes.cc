#include "kernels/common/axes.h"

namespace pelton {

AxisMask reduced_axes(int64_t rank, const std::optional<Axes>& axes) {
  AxisMask reduced(static_cast<size_t>(rank), !axes.has_value());
  if (!axes) return reduced;
  for (int64_t axis : *axes) {
    check(axis >= -rank && axis < rank, "Invalid reduction dimension (", axis, " for input with ",
          rank, " dimension(s)");
    bool& mark = reduced[static_cast<size_t>(axis < 0 ? axis + rank : axis)];
    check(!mark, "Invalid reduction arguments: Axes contains duplicate dimension: ",
          axis < 0 ? axis + rank : axis);
    mark = true;
  }
  return reduced;
}

AxisMask summed_axes(const Shape& from, const Shape& to) {
  const size_t lead = from.size() - to.size();
  AxisMask summed(from.size(), false);
  for (size_t i = 0; i < from.size(); ++i) summed[i] = i < lead || to[i - lead] != from[i];
  return summed;
}

Axes inverse_permutation(const Axes& perm) {
  Axes inverse = perm;
  for (size_t i = 0; i < perm.size(); ++i)
    inverse[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  return inverse;
}

AxisBlocks blocks_around(const Shape& shape, int64_t axis) {
  const auto rank = static_cast<int64_t>(shape.size());
  if (axis < 0) axis += rank;
  AxisBlocks out;
  for (int64_t i = 0; i < rank; ++i)
    (i < axis ? out.outer : i == axis ? out.size : out.inner) *= shape[static_cast<size_t>(i)];
  return out;
}

TileLoops tile_loops(const Layout& in, const Layout& out, const Axes& multiples) {
  TileLoops loops;
  const auto add_axis = [&](int64_t size, int64_t to_stride, int64_t from_stride) {
    if (size == 1) return;
    loops.shape.push_back(size);
    loops.to.push_back(to_stride);
    loops.from.push_back(from_stride);
  };
  for (size_t i = 0; i < in.shape.size(); ++i) {
    add_axis(multiples[i], out.strides[i] * in.shape[i], 0);
    add_axis(in.shape[i], out.strides[i], in.strides[i]);
  }
  return loops;
}

SlicePlace place_slice(const Layout& whole, const Shape& shape, const Axes& begin,
                       const Axes& steps) {
  SlicePlace place{.strides = whole.strides};
  for (size_t i = 0; i < place.strides.size(); ++i) {
    place.first += begin[i] * place.strides[i];
    if (shape[i] > 1 && !steps.empty()) place.strides[i] *= steps[i];
  }
  return place;
}

}  // namespace pelton
