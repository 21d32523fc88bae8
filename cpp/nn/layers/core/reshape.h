// Owns Reshape: another arrangement of each example.
#pragma once
#include "nn/layers/layer_of.h"

namespace pelton {

struct ReshapeConfig {
  Axes target_shape;  // without the batch; one size may be -1
};
template <>
inline constexpr auto fields<ReshapeConfig> =
    std::tuple{required_field("target_shape", &ReshapeConfig::target_shape)};

class Reshape : public LayerOf<ReshapeConfig> {
 public:
  static constexpr const char* kClassName = "Reshape";
  static constexpr const char* kDoc =
      "Rearranges each example: (batch, ...) to (batch, *target_shape). One size may be -1: what\n"
      "is left.";

  explicit Reshape(ReshapeConfig config, LayerOptions options = {});
  Tensor call(const Tensor& input, bool training) override;
  // Raises value_error when the sizes do not fit.
  Shape compute_output_shape(const Shape& input_shape) override;
};

}  // namespace pelton
