// Owns Flatten: all axes but the batch in one.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/layer_of.h"

namespace pelton {

struct FlattenConfig {
  DataFormat data_format = default_data_format();
};
template <>
inline constexpr auto fields<FlattenConfig> =
    std::tuple{field("data_format", &FlattenConfig::data_format)};

class Flatten : public LayerOf<FlattenConfig> {
 public:
  static constexpr const char* kClassName = "Flatten";
  static constexpr const char* kDoc =
      "Joins all axes but the batch: (batch, a, b, ...) to (batch, a * b * ...). Channels come\n"
      "last in the result also with data_format='channels_first'.";

  explicit Flatten(FlattenConfig config = {}, LayerOptions options = {});
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;
};

}  // namespace pelton
