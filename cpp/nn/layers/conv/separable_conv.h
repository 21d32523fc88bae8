// Owns SeparableConv1D and SeparableConv2D: a depthwise convolution, then one of single pixels.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/core/kernel_layer.h"

namespace pelton {

template <size_t kAxes>
struct SeparableConvConfig {
  int64_t filters = 1;
  Extents<kAxes> kernel_size;
  Extents<kAxes> strides;
  WindowPadding padding = WindowPadding::valid;
  DataFormat data_format = default_data_format();
  Extents<kAxes> dilation_rate;
  int64_t depth_multiplier = 1;
  ActivationPtr activation;  // null: none
  bool use_bias = true;
  InitializerPtr depthwise_initializer = get_initializer("glorot_uniform");
  InitializerPtr pointwise_initializer = get_initializer("glorot_uniform");
  InitializerPtr bias_initializer = get_initializer("zeros");
  RegularizerPtr depthwise_regularizer;
  RegularizerPtr pointwise_regularizer;
  RegularizerPtr bias_regularizer;
  RegularizerPtr activity_regularizer;
  ConstraintPtr depthwise_constraint;
  ConstraintPtr pointwise_constraint;
  ConstraintPtr bias_constraint;
  static constexpr std::array kWrittenFirst{"depth_multiplier"};
};
template <size_t kAxes>
inline constexpr auto fields<SeparableConvConfig<kAxes>> =
    std::tuple{required_field("filters", &SeparableConvConfig<kAxes>::filters),
               required_field("kernel_size", &SeparableConvConfig<kAxes>::kernel_size),
               field("strides", &SeparableConvConfig<kAxes>::strides),
               field("padding", &SeparableConvConfig<kAxes>::padding),
               field("data_format", &SeparableConvConfig<kAxes>::data_format),
               field("dilation_rate", &SeparableConvConfig<kAxes>::dilation_rate),
               field("depth_multiplier", &SeparableConvConfig<kAxes>::depth_multiplier),
               field("activation", &SeparableConvConfig<kAxes>::activation),
               field("use_bias", &SeparableConvConfig<kAxes>::use_bias),
               field("depthwise_initializer", &SeparableConvConfig<kAxes>::depthwise_initializer),
               field("pointwise_initializer", &SeparableConvConfig<kAxes>::pointwise_initializer),
               field("bias_initializer", &SeparableConvConfig<kAxes>::bias_initializer),
               field("depthwise_regularizer", &SeparableConvConfig<kAxes>::depthwise_regularizer),
               field("pointwise_regularizer", &SeparableConvConfig<kAxes>::pointwise_regularizer),
               field("bias_regularizer", &SeparableConvConfig<kAxes>::bias_regularizer),
               field("activity_regularizer", &SeparableConvConfig<kAxes>::activity_regularizer),
               field("depthwise_constraint", &SeparableConvConfig<kAxes>::depthwise_constraint),
               field("pointwise_constraint", &SeparableConvConfig<kAxes>::pointwise_constraint),
               field("bias_constraint", &SeparableConvConfig<kAxes>::bias_constraint)};

template <size_t kAxes>
class SeparableConv : public LayerOf<SeparableConvConfig<kAxes>> {
 public:
  using Config = SeparableConvConfig<kAxes>;
  static constexpr const char* kClassName =
      std::array{"SeparableConv1D", "SeparableConv2D"}[kAxes - 1];
  static constexpr const char* kDoc =
      "activation(depthwise convolution, then a convolution of single pixels, + bias).\n\n"
      "Input: (batch, spatial..., channels), or channels first with data_format. Weights:\n"
      "depthwise_kernel (window..., channels, depth_multiplier), pointwise_kernel (1..., channels "
      "*\n"
      "depth_multiplier, filters), bias (filters,).";
  static constexpr std::array kSettable{"activation"};

  explicit SeparableConv(Config config, LayerOptions options = {});
  // Raises value_error when the window does not fit.
  void build(const Shape& input_shape) override;
  // Raises value_error for an integer input.
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;

  const VariableRef& depthwise_kernel() const { return depthwise_kernel_; }  // null before build
  const VariableRef& pointwise_kernel() const { return pointwise_kernel_; }
  const VariableRef& bias() const { return bias_; }
  static constexpr std::array<NamedWeight<SeparableConv>, 3> kWeights{
      {{"depthwise_kernel", &SeparableConv::depthwise_kernel},
       {"pointwise_kernel", &SeparableConv::pointwise_kernel},
       {"bias", &SeparableConv::bias}}};

 private:
  Window window() const;

  VariableRef depthwise_kernel_;
  VariableRef pointwise_kernel_;
  VariableRef bias_;
};

extern template class SeparableConv<1>;
extern template class SeparableConv<2>;
using SeparableConv1D = SeparableConv<1>;
using SeparableConv2D = SeparableConv<2>;

}  // namespace pelton
