// Owns what Softmax checks and computes.
#include "nn/layers/core/softmax.h"

#include <algorithm>

#include "nn/activations/activations.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {

namespace {

// The mask as booleans. Raises value_error unless it broadcasts to the input.
Tensor mask_for(const Tensor& input) {
  const Tensor mask = input.mask();
  const Shape &to = input.shape(), &from = mask.shape();
  const std::string shapes = cat(" Received: inputs.shape=", shape_text(without_names(to)),
                                 ", mask.shape=", shape_text(without_names(from)));
  check(from.size() <= to.size(), Code::value_error,
        "The `mask` must be broadcastable to `inputs` and must not have more dimensions.", shapes);
  for (size_t i = 1; i <= from.size(); ++i) {
    const int64_t have = from[from.size() - i], want = to[to.size() - i];
    check(
        have < 0 || want < 0 || have == 1 || have == want, Code::value_error,
        "The `mask` must be broadcastable to `inputs`. Each mask dimension must be 1 or match the "
        "corresponding input dimension.",
        shapes);
  }
  if (mask.dtype() == DType::boolean) return mask;
  return greater(mask, scalar(is_floating(mask.dtype()) ? 0.5 : 0, mask.dtype()));
}

// What stands for minus infinity, so that a row without any True is not NaN.
Tensor least(DType dtype) { return scalar(dtype == DType::float16 ? -3e4 : -1e9, dtype); }

}  // namespace

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
  if (!input.has_mask()) return activations::softmax(input, {axes.data(), axes.size()});
  const Tensor mask = mask_for(input);
  const Tensor y =
      activations::softmax(where(mask, input, least(input.dtype())), {axes.data(), axes.size()});
  return where(mask, y, scalar(0, y.dtype()));
}

}  // namespace pelton
