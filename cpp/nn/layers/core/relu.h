// Owns ReLU: the rectifier with slope, ceiling and threshold as a layer.
#pragma once
#include "nn/layers/layer_of.h"

namespace pelton {

struct ReLUConfig {
  std::optional<double> max_value;  // absent: no ceiling
  // Optional only so that None can be refused in Keras's words.
  std::optional<double> negative_slope = 0.0;
  std::optional<double> threshold = 0.0;
};
template <>
inline constexpr auto fields<ReLUConfig> =
    std::tuple{field("max_value", &ReLUConfig::max_value),
               field("negative_slope", &ReLUConfig::negative_slope),
               field("threshold", &ReLUConfig::threshold)};

class ReLU : public LayerOf<ReLUConfig> {
 public:
  static constexpr const char* kClassName = "ReLU";
  static constexpr const char* kDoc =
      "x where x >= threshold, negative_slope * (x - threshold) below, at most max_value.";

  static constexpr std::array kSettable{"max_value", "negative_slope", "threshold"};

  explicit ReLU(ReLUConfig config = {}, LayerOptions options = {});
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }
};

}  // namespace pelton
