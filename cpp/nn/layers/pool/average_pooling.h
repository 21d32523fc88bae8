// Owns AveragePooling1D, AveragePooling2D and AveragePooling3D: the mean of each window.
#pragma once
#include "nn/layers/pool/pooling.h"
#include "ops/nn/nn.h"

namespace pelton {

template <size_t kAxes>
struct AveragePoolingConfig {
  Extents<kAxes> pool_size = Extents<kAxes>::all(2);
  std::optional<Extents<kAxes>> strides;  // absent: pool_size
  WindowPadding padding = WindowPadding::valid;
  DataFormat data_format = default_data_format();
  static constexpr std::array kWrittenFirst{"pool_size", "padding"};
};
template <size_t kAxes>
inline constexpr auto fields<AveragePoolingConfig<kAxes>> =
    std::tuple{required_field("pool_size", &AveragePoolingConfig<kAxes>::pool_size),
               field("strides", &AveragePoolingConfig<kAxes>::strides),
               field("padding", &AveragePoolingConfig<kAxes>::padding),
               field("data_format", &AveragePoolingConfig<kAxes>::data_format)};

template <size_t kAxes>
class AveragePooling : public Pooling<AveragePoolingConfig<kAxes>, kAxes> {
 public:
  using Config = AveragePoolingConfig<kAxes>;
  static constexpr const char* kClassName =
      std::array{"AveragePooling1D", "AveragePooling2D", "AveragePooling3D"}[kAxes - 1];
  static constexpr const char* kDoc =
      "The mean of each window; values beyond the border do not count.\n\n"
      "Input: (batch, spatial..., channels), or channels first with data_format.";

  explicit AveragePooling(Config config, LayerOptions options = {})
      : Pooling<Config, kAxes>(kClassName, config, std::move(options)) {}

 protected:
  Tensor pool(const Tensor& input, const PoolAttrs& attrs) const override {
    if constexpr (kAxes == 2) return avg_pool2d(input, {attrs.ksize, attrs.strides, attrs.padding});
    return avg_pool(input, attrs);
  }
};

using AveragePooling1D = AveragePooling<1>;
using AveragePooling2D = AveragePooling<2>;
using AveragePooling3D = AveragePooling<3>;

}  // namespace pelton
