// Owns LayerOptions: the keyword arguments that every layer takes.
#pragma once
#include <optional>
#include <string>

#include "nn/config/dtype_policy.h"
#include "nn/weights/regularizer.h"

namespace pelton {

struct LayerOptions {
  std::optional<std::string> name;  // absent: automatic ("dense_1")
  bool trainable = true;
  DTypePolicy dtype = default_dtype_policy();
  RegularizerPtr activity_regularizer;
  bool autocast = true;
  std::optional<Shape> input_shape =
      {};                       // without the batch; Sequential reads it of its first layer
  std::string class_name = {};  // of a class derived in Python; empty: the layer's own
};
// `name` and `input_shape` are read by take_layer_options itself.
template <>
inline constexpr auto fields<LayerOptions> =
    std::tuple{field("activity_regularizer", &LayerOptions::activity_regularizer),
               field("trainable", &LayerOptions::trainable), field("dtype", &LayerOptions::dtype),
               field("autocast", &LayerOptions::autocast)};

// Takes the options out of `values` (also `input_dim` and None for any of them); raises value_error
// for a bad one or for anything left over.
LayerOptions take_layer_options(Dict& values, std::string_view class_name);
// `options` with the layer's own `activity_regularizer`, when it has one.
inline LayerOptions with_regularizer(LayerOptions options, const RegularizerPtr& regularizer) {
  if (regularizer) options.activity_regularizer = regularizer;
  return options;
}
// Raises value_error when `name` contains '/'.
void check_layer_name(const std::string& name);

}  // namespace pelton
