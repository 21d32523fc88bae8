// Owns DepthwiseConv1D and DepthwiseConv2D: each channel is convolved with filters of its own.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/core/kernel_layer.h"
#include "ops/nn/convolution.h"

namespace pelton {

template <size_t kAxes>
struct DepthwiseConvConfig {
  Extents<kAxes> kernel_size;
  Extents<kAxes> strides;
  WindowPadding padding = WindowPadding::valid;
  int64_t depth_multiplier = 1;
  DataFormat data_format = default_data_format();
  Extents<kAxes> dilation_rate;
  ActivationPtr activation;  // null: none
  bool use_bias = true;
  InitializerPtr kernel_initializer = get_initializer("glorot_uniform");
  InitializerPtr bias_initializer = get_initializer("zeros");
  RegularizerPtr kernel_regularizer;
  RegularizerPtr bias_regularizer;
  RegularizerPtr activity_regularizer;
  ConstraintPtr kernel_constraint;
  ConstraintPtr bias_constraint;
  static constexpr std::array kWrittenFirst{"depth_multiplier"};
};
template <size_t kAxes>
inline constexpr auto fields<DepthwiseConvConfig<kAxes>> =
    std::tuple{required_field("kernel_size", &DepthwiseConvConfig<kAxes>::kernel_size),
               field("strides", &DepthwiseConvConfig<kAxes>::strides),
               field("padding", &DepthwiseConvConfig<kAxes>::padding),
               field("depth_multiplier", &DepthwiseConvConfig<kAxes>::depth_multiplier),
               field("data_format", &DepthwiseConvConfig<kAxes>::data_format),
               field("dilation_rate", &DepthwiseConvConfig<kAxes>::dilation_rate),
               field("activation", &DepthwiseConvConfig<kAxes>::activation),
               field("use_bias", &DepthwiseConvConfig<kAxes>::use_bias),
               field("depthwise_initializer", &DepthwiseConvConfig<kAxes>::kernel_initializer),
               field("bias_initializer", &DepthwiseConvConfig<kAxes>::bias_initializer),
               field("depthwise_regularizer", &DepthwiseConvConfig<kAxes>::kernel_regularizer),
               field("bias_regularizer", &DepthwiseConvConfig<kAxes>::bias_regularizer),
               field("activity_regularizer", &DepthwiseConvConfig<kAxes>::activity_regularizer),
               field("depthwise_constraint", &DepthwiseConvConfig<kAxes>::kernel_constraint),
               field("bias_constraint", &DepthwiseConvConfig<kAxes>::bias_constraint)};

template <size_t kAxes>
class DepthwiseConv : public KernelLayer<DepthwiseConvConfig<kAxes>> {
 public:
  using Config = DepthwiseConvConfig<kAxes>;
  static constexpr const char* kClassName =
      std::array{"DepthwiseConv1D", "DepthwiseConv2D"}[kAxes - 1];
  static constexpr const char* kDoc =
      "activation(convolution of each channel with depth_multiplier filters of its own + bias).\n\n"
      "Input: (batch, spatial..., channels), or channels first with data_format. Weights: kernel\n"
      "(window..., channels, depth_multiplier), bias (channels * depth_multiplier,).";
  static constexpr std::array kSettable{"activation"};

  explicit DepthwiseConv(Config config, LayerOptions options = {});
  // Raises value_error when the window does not fit.
  void build(const Shape& input_shape) override;
  // Raises value_error for an integer input.
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;

 private:
  Window window() const;
};

extern template class DepthwiseConv<1>;
extern template class DepthwiseConv<2>;
using DepthwiseConv1D = DepthwiseConv<1>;
using DepthwiseConv2D = DepthwiseConv<2>;

}  // namespace pelton
