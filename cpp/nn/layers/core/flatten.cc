// Owns what Flatten checks and computes.
#include "nn/layers/core/flatten.h"

#include "ops/array/array.h"

namespace pelton {

Flatten::Flatten(FlattenConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  set_input_spec({.min_ndim = 1});
}

Tensor Flatten::call(const Tensor& input, bool) {
  Tensor x = input;
  if (config_.data_format == DataFormat::channels_first && x.rank() > 2) {
    Axes channels_last{0};
    for (int64_t axis = 2; axis < x.rank(); ++axis) channels_last.push_back(axis);
    channels_last.push_back(1);
    x = transpose(x, {.perm = channels_last});
  }
  return reshape(x, {.shape = Flatten::compute_output_shape(x.shape())});
}

Shape Flatten::compute_output_shape(const Shape& input_shape) {
  InputSpec{.min_ndim = 1}.check(input_shape, name());
  int64_t size = 1;
  for (size_t i = 1; i < input_shape.size(); ++i)
    size = size < 0 || input_shape[i] < 0 ? -1 : checked_multiply(size, input_shape[i]);
  return {input_shape[0], size};
}

}  // namespace pelton
