// Owns what Softmax checks and computes.
#include "nn/layers/core/softmax.h"

#include <algorithm>

#include "nn/activations/activations.h"

namespace pelton {

Softmax::Softmax(SoftmaxConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  set_supports_masking(true);
  const Axes& axes = config_.axis.axes;
  for (int64_t axis : axes)
    if (std::count(axes.begin(), axes.end(), axis) > 1)
      raise_bad_field({class_name(), "axis"}, "distinct axes", FieldType<Axes>::write(axes));
  if (axes.empty())
    raise_bad_field({class_name(), "axis"}, "at least one axis", FieldType<Axes>::write(axes));
  set_built(true);
}

Tensor Softmax::call(const Tensor& input, bool) {
  const Axes& axes = config_.axis.axes;
  return activations::softmax(input, {axes.data(), axes.size()});
}

}  // namespace pelton
