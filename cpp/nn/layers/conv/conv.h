// Owns Conv1D, Conv2D and Conv3D: convolution over one, two or three spatial axes.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/core/adaptable_layer.h"
#include "ops/nn/convolution.h"

namespace pelton {

// Only sequences can be padded causally.
template <size_t kAxes>
using ConvPadding = std::conditional_t<kAxes == 1, SequencePadding, WindowPadding>;

template <size_t kAxes>
struct ConvConfig {
  int64_t filters = 1;
  Extents<kAxes> kernel_size;
  Extents<kAxes> strides;
  ConvPadding<kAxes> padding{};
  DataFormat data_format = default_data_format();
  Extents<kAxes> dilation_rate;
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
  std::optional<int64_t> lora_rank;  // of the kernel's adaptation; absent: none
  std::optional<double> lora_alpha;
};
template <size_t kAxes>
inline constexpr auto fields<ConvConfig<kAxes>> =
    std::tuple_cat(std::tuple{required_field("filters", &ConvConfig<kAxes>::filters),
                              required_field("kernel_size", &ConvConfig<kAxes>::kernel_size),
                              field("strides", &ConvConfig<kAxes>::strides),
                              field("padding", &ConvConfig<kAxes>::padding),
                              field("data_format", &ConvConfig<kAxes>::data_format),
                              field("dilation_rate", &ConvConfig<kAxes>::dilation_rate),
                              field("groups", &ConvConfig<kAxes>::groups)},
                   kernel_fields<ConvConfig<kAxes>>(), low_rank_fields<ConvConfig<kAxes>>());

// What users read of the class for so many axes.
template <size_t kAxes>
struct ConvTexts;
template <>
struct ConvTexts<1> {
  static constexpr const char* kClassName = "Conv1D";
  static constexpr const char* kDoc =
      "activation(convolution of sequences with kernel + bias).\n\n"
      "Input: (batch, steps, channels), or (batch, channels, steps) with\n"
      "data_format='channels_first'. Weights: kernel (steps, channels / groups, filters),\n"
      "bias (filters,). Padding 'same' adds the odd step at the end, 'causal' all in front.";
};
template <>
struct ConvTexts<2> {
  static constexpr const char* kClassName = "Conv2D";
  static constexpr const char* kDoc =
      "activation(convolution of images with kernel + bias).\n\n"
      "Input: (batch, height, width, channels), or (batch, channels, height, width) with\n"
      "data_format='channels_first'. Weights: kernel (height, width, channels / groups, filters),\n"
      "bias (filters,). Padding 'same' adds the odd row and column below and to the right.";
};
template <>
struct ConvTexts<3> {
  static constexpr const char* kClassName = "Conv3D";
  static constexpr const char* kDoc =
      "activation(convolution of volumes with kernel + bias).\n\n"
      "Input: (batch, depth, height, width, channels), or channels first with data_format.\n"
      "Weights: kernel (depth, height, width, channels / groups, filters), bias (filters,).";
};

template <size_t kAxes>
class Conv : public AdaptableLayer<ConvConfig<kAxes>> {
 public:
  using Config = ConvConfig<kAxes>;
  static constexpr const char* kClassName = ConvTexts<kAxes>::kClassName;
  static constexpr const char* kDoc = ConvTexts<kAxes>::kDoc;
  static constexpr std::array kSettable{"activation"};

  explicit Conv(Config config, LayerOptions options = {});
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
  Tensor over_image(const Tensor& x, const Tensor& kernel) const;
  Conv2dAttrs image_attrs() const;
  bool fuses(const Tensor& x) const;

  bool is_relu_;
};

extern template class Conv<1>;
extern template class Conv<2>;
extern template class Conv<3>;
using Conv1D = Conv<1>;
using Conv2D = Conv<2>;
using Conv3D = Conv<3>;
using Conv2DConfig = ConvConfig<2>;

}  // namespace pelton
