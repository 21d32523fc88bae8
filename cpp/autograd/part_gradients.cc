#include "autograd/part_gradients.h"

#include <algorithm>
#include <utility>

#include "ops/array/array.h"
#include "ops/composite.h"

namespace pelton {

void PartGradients::add(const Tensor& whole, const SliceAttrs& part, Tensor gradient) {
  whole_ = whole;
  double share = 1;
  for (size_t i = 0; i < part.size.size(); ++i)
    if (is_known(part.size[i]) && is_known(whole.shape()[i]))
      share *= static_cast<double>(part.size[i]) / static_cast<double>(whole.shape()[i]);
  shares_ += share;
  parts_.push_back({&part, std::move(gradient)});
}

// All of the other axes, and known places in this one, element after element.
bool PartGradients::is_along(const Part& part, size_t axis) const {
  const auto& [begin, size, strides] = *part.place;
  if (part.gradient.shape() != size || !is_known(begin[axis]) || !is_known(size[axis]))
    return false;
  for (size_t i = 0; i < size.size(); ++i) {
    if (!strides.empty() && strides[i] != 1) return false;
    if (i != axis && (begin[i] != 0 || size[i] != whole_.shape()[i] || size[i] == kUnknown))
      return false;
  }
  return true;
}

// Whether no two parts overlap and all lie along `axis`; sorts them then.
bool PartGradients::lie_along(size_t axis) {
  if (!is_known(whole_.shape()[axis]) ||
      !std::all_of(parts_.begin(), parts_.end(), [&](const Part& p) { return is_along(p, axis); }))
    return false;
  const auto begin = [&](const Part& part) { return part.place->begin[axis]; };
  std::stable_sort(parts_.begin(), parts_.end(),
                   [&](const Part& a, const Part& b) { return begin(a) < begin(b); });
  for (size_t i = 1; i < parts_.size(); ++i)
    if (begin(parts_[i - 1]) + parts_[i - 1].place->size[axis] > begin(parts_[i])) return false;
  return true;
}

// One after the other, each padded up to where the next one begins.
Tensor PartGradients::joined(size_t axis) const {
  std::vector<Tensor> pieces;
  int64_t at = 0;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const auto& [place, gradient] = parts_[i];
    const bool is_last = i + 1 == parts_.size();
    const int64_t end = is_last ? whole_.shape()[axis] : parts_[i + 1].place->begin[axis];
    SliceGradAttrs room{.shape = gradient.shape(), .begin = Axes(gradient.shape().size(), 0)};
    room.shape[axis] = end - at;
    room.begin[axis] = place->begin[axis] - at;
    pieces.push_back(room.shape == gradient.shape() ? gradient
                                                    : strided_slice_grad(gradient, room));
    at = end;
  }
  return concat(pieces, {.axis = static_cast<int64_t>(axis)});
}

Tensor PartGradients::padded_sum() const {
  Tensor sum;
  for (const auto& [place, gradient] : parts_)
    accumulate(sum, strided_slice_grad(gradient, {.shape = whole_.shape(),
                                                  .begin = place->begin,
                                                  .strides = place->strides}));
  return sum;
}

Tensor PartGradients::take_sum() {
  Tensor sum;
  for (size_t axis = 0; parts_.size() > 1 && !sum.defined() && axis < whole_.shape().size(); ++axis)
    if (lie_along(axis)) sum = joined(axis);
  if (!sum.defined()) sum = padded_sum();
  parts_.clear();
  shares_ = 0;
  return sum;
}

}  // namespace pelton
