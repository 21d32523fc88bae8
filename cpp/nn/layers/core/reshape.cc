// Owns what Reshape checks and computes.
#include "nn/layers/core/reshape.h"

#include <algorithm>

#include "ops/array/array.h"

namespace pelton {

namespace {

// Number of elements of one example; -1 when unknown.
int64_t example_size(const Shape& shape) {
  int64_t size = 1;
  for (int64_t s : shape) size = size < 0 || s < 0 ? -1 : checked_multiply(size, s);
  return size;
}

}  // namespace

Reshape::Reshape(ReshapeConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  const Axes& target = config_.target_shape;
  const auto open = std::count(target.begin(), target.end(), -1);
  check(open <= 1, Code::value_error,
        "There must be at most one unknown dimension (-1) in `target_shape`. Received: "
        "target_shape=",
        numbers(target), ". [", class_name(), "]");
  for (int64_t size : target)
    check(size >= -1, Code::value_error,
          "Each dimension in `target_shape` must be a non-negative integer, or `-1` for a single "
          "unknown dimension. Received: target_shape=",
          numbers(target), ". [", class_name(), "]");
  set_input_spec({.min_ndim = 1});
  set_built(true);
}

Tensor Reshape::call(const Tensor& input, bool) {
  return reshape(input, {.shape = Reshape::compute_output_shape(input.shape())});
}

Shape Reshape::compute_output_shape(const Shape& input_shape) {
  InputSpec{.min_ndim = 1}.check(input_shape, name());
  const Shape example(input_shape.begin() + 1, input_shape.end());
  const int64_t size = example_size(example);
  Shape out = config_.target_shape;
  int64_t known = 1;
  int64_t* open = nullptr;
  for (int64_t& s : out) {
    if (s < 0)
      open = &s;
    else
      known = checked_multiply(known, s);
  }
  if (open != nullptr && size >= 0) {
    if (known == 0 || size % known != 0)
      raise(Code::value_error,
            "The total size of the tensor must be unchanged, however, the input size cannot by "
            "divided by the specified dimensions in target_shape. Received: input_shape=",
            example, ", target_shape=", numbers(config_.target_shape));
    *open = size / known;
  }
  if (open == nullptr && size >= 0 && size != known)
    raise(Code::value_error,
          "The total size of the tensor must be unchanged. Received: input_shape=", example,
          ", target_shape=", numbers(config_.target_shape));
  out.insert(0, input_shape[0]);
  return out;
}

}  // namespace pelton
