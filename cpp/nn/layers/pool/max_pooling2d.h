// Owns MaxPooling2D: the greatest value of each window.
#pragma once
#include "nn/layers/pool/pooling2d.h"
#include "ops/nn/nn.h"

namespace pelton {

struct MaxPooling2DConfig {
  Pair pool_size{2, 2};
  std::optional<Pair> strides;  // absent: pool_size
  WindowPadding padding = WindowPadding::valid;
  DataFormat data_format = DataFormat::channels_last;
};
template <>
inline constexpr auto fields<MaxPooling2DConfig> = std::tuple{
    field("pool_size", &MaxPooling2DConfig::pool_size),
    field("strides", &MaxPooling2DConfig::strides), field("padding", &MaxPooling2DConfig::padding),
    field("data_format", &MaxPooling2DConfig::data_format)};

class MaxPooling2D : public Pooling2D<MaxPooling2DConfig> {
 public:
  static constexpr const char* kClassName = "MaxPooling2D";
  static constexpr const char* kDoc =
      "The greatest value of each window of an image.\n\n"
      "Input: (batch, height, width, channels), or channels first with data_format. Padding\n"
      "'same' never wins over a real value.";

  explicit MaxPooling2D(MaxPooling2DConfig config = {}, LayerOptions options = {})
      : Pooling2D(kClassName, config, std::move(options)) {}

 protected:
  Tensor pool(const Tensor& images, const Pool2dAttrs& attrs) const override {
    return max_pool2d(images, attrs);
  }
};

}  // namespace pelton
