// Owns AveragePooling2D: the mean of each window.
#pragma once
#include "nn/layers/pool/pooling2d.h"
#include "ops/nn/nn.h"

namespace pelton {

struct AveragePooling2DConfig {
  Pair pool_size{2, 2};
  std::optional<Pair> strides;  // absent: pool_size
  WindowPadding padding = WindowPadding::valid;
  DataFormat data_format = DataFormat::channels_last;
};
template <>
inline constexpr auto fields<AveragePooling2DConfig> =
    std::tuple{required_field("pool_size", &AveragePooling2DConfig::pool_size),
               field("strides", &AveragePooling2DConfig::strides),
               field("padding", &AveragePooling2DConfig::padding),
               field("data_format", &AveragePooling2DConfig::data_format)};

class AveragePooling2D : public Pooling2D<AveragePooling2DConfig> {
 public:
  static constexpr const char* kClassName = "AveragePooling2D";
  static constexpr const char* kDoc =
      "The mean of each window of an image; values beyond the border do not count.\n\n"
      "Input: (batch, height, width, channels), or channels first with data_format.";

  explicit AveragePooling2D(AveragePooling2DConfig config, LayerOptions options = {})
      : Pooling2D(kClassName, config, std::move(options)) {}

 protected:
  Tensor pool(const Tensor& images, const Pool2dAttrs& attrs) const override {
    return avg_pool2d(images, attrs);
  }
};

}  // namespace pelton
