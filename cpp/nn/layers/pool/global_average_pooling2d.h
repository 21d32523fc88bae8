// Owns GlobalAveragePooling2D: the mean of each channel over the whole image.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/layer_of.h"
#include "ops/math/math.h"

namespace pelton {

struct GlobalAveragePooling2DConfig {
  DataFormat data_format = default_data_format();
  bool keepdims = false;
};
template <>
inline constexpr auto fields<GlobalAveragePooling2DConfig> =
    std::tuple{field("data_format", &GlobalAveragePooling2DConfig::data_format),
               field("keepdims", &GlobalAveragePooling2DConfig::keepdims)};

class GlobalAveragePooling2D : public LayerOf<GlobalAveragePooling2DConfig> {
 public:
  static constexpr const char* kClassName = "GlobalAveragePooling2D";
  static constexpr const char* kDoc =
      "The mean of each channel over height and width.\n\n"
      "Input: (batch, height, width, channels), or channels first with data_format. Output:\n"
      "(batch, channels), or with two axes of size 1 with keepdims.";

  explicit GlobalAveragePooling2D(GlobalAveragePooling2DConfig config = {},
                                  LayerOptions options = {})
      : LayerOf(kClassName, config, std::move(options)) {
    set_input_spec({.ndim = 4});
    set_built(true);
  }
  Tensor call(const Tensor& input, bool) override {
    const int64_t first = first_axis();
    return reduce_mean(input, {.axis = Axes{first, first + 1}, .keepdims = config_.keepdims});
  }
  Shape compute_output_shape(const Shape& input_shape) override {
    InputSpec{.ndim = 4}.check(input_shape, name());
    Shape shape = input_shape;
    const auto first = static_cast<size_t>(first_axis());
    for (int i = 0; i < 2; ++i) {
      if (config_.keepdims)
        shape[first + static_cast<size_t>(i)] = 1;
      else
        shape.erase(first);
    }
    return shape;
  }

 private:
  int64_t first_axis() const { return config_.data_format == DataFormat::channels_last ? 1 : 2; }
};

}  // namespace pelton
