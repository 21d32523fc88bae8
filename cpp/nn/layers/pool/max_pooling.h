// Owns MaxPooling1D, MaxPooling2D and MaxPooling3D: the greatest value of each window.
#pragma once
#include "nn/layers/pool/pooling.h"
#include "ops/nn/nn.h"

namespace pelton {

template <size_t kAxes>
struct MaxPoolingConfig {
  Extents<kAxes> pool_size = Extents<kAxes>::all(2);
  std::optional<Extents<kAxes>> strides;  // absent: pool_size
  WindowPadding padding = WindowPadding::valid;
  DataFormat data_format = default_data_format();
  static constexpr std::array kWrittenFirst{"pool_size", "padding"};
};
template <size_t kAxes>
inline constexpr auto fields<MaxPoolingConfig<kAxes>> =
    std::tuple{field("pool_size", &MaxPoolingConfig<kAxes>::pool_size),
               field("strides", &MaxPoolingConfig<kAxes>::strides),
               field("padding", &MaxPoolingConfig<kAxes>::padding),
               field("data_format", &MaxPoolingConfig<kAxes>::data_format)};

template <size_t kAxes>
class MaxPooling : public Pooling<MaxPoolingConfig<kAxes>, kAxes> {
 public:
  using Config = MaxPoolingConfig<kAxes>;
  static constexpr const char* kClassName =
      std::array{"MaxPooling1D", "MaxPooling2D", "MaxPooling3D"}[kAxes - 1];
  static constexpr const char* kDoc =
      "The greatest value of each window.\n\n"
      "Input: (batch, spatial..., channels), or channels first with data_format. Padding\n"
      "'same' never wins over a real value.";

  explicit MaxPooling(Config config = {}, LayerOptions options = {})
      : Pooling<Config, kAxes>(kClassName, config, std::move(options)) {}

 protected:
  Tensor pool(const Tensor& input, const PoolAttrs& attrs) const override {
    if constexpr (kAxes == 2) return max_pool2d(input, {attrs.ksize, attrs.strides, attrs.padding});
    return max_pool(input, attrs);
  }
};

using MaxPooling1D = MaxPooling<1>;
using MaxPooling2D = MaxPooling<2>;
using MaxPooling3D = MaxPooling<3>;

}  // namespace pelton
