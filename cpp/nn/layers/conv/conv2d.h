// Owns Conv2D: two-dimensional convolution.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/core/kernel_layer.h"

namespace pelton {

struct Conv2DConfig {
  int64_t filters = 1;
  Pair kernel_size;
  Pair strides;
  WindowPadding padding = WindowPadding::valid;
  DataFormat data_format = DataFormat::channels_last;
  Pair dilation_rate;
  int64_t groups = 1;
  ActivationPtr activation;  // null: none
  bool use_bias = true;
  InitializerPtr kernel_initializer = get_initializer("glorot_uniform");
  InitializerPtr bias_initializer = get_initializer("zeros");
  RegularizerPtr kernel_regularizer;
  RegularizerPtr bias_regularizer;
  RegularizerPtr activity_regularizer;
  ConstraintPtr kernel_constraint;
  ConstraintPtr bias_constraint;
};
template <>
inline constexpr auto fields<Conv2DConfig> = std::tuple_cat(
    std::tuple{required_field("filters", &Conv2DConfig::filters),
               required_field("kernel_size", &Conv2DConfig::kernel_size),
               field("strides", &Conv2DConfig::strides), field("padding", &Conv2DConfig::padding),
               field("data_format", &Conv2DConfig::data_format),
               field("dilation_rate", &Conv2DConfig::dilation_rate),
               field("groups", &Conv2DConfig::groups)},
    kernel_fields<Conv2DConfig>());

class Conv2D : public KernelLayer<Conv2DConfig> {
 public:
  static constexpr const char* kClassName = "Conv2D";
  static constexpr const char* kDoc =
      "activation(convolution of images with kernel + bias).\n\n"
      "Input: (batch, height, width, channels), or (batch, channels, height, width) with\n"
      "data_format='channels_first'. Weights: kernel (height, width, channels / groups, filters),\n"
      "bias (filters,). Padding 'same' adds the odd row and column below and to the right.";

  static constexpr std::array kSettable{"activation"};

  explicit Conv2D(Conv2DConfig config, LayerOptions options = {});
  // Raises value_error when the window does not fit or the groups do not divide the channels.
  void build(const Shape& input_shape) override;
  // Raises value_error for an integer input.
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;

 protected:
  void config_changed() override;

 private:
  Window window() const;
  Shape kernel_shape(const Shape& input_shape) const;
  Conv2dAttrs attrs() const;
  bool fuses(const Tensor& x) const;
  Tensor fused(const Tensor& x, const Tensor& kernel) const;

  bool is_relu_;
};

}  // namespace pelton
