// Owns Conv1DTranspose, Conv2DTranspose and Conv3DTranspose: what undoes the shape of a
// convolution.
#pragma once
#include "nn/layers/conv/spatial.h"
#include "nn/layers/core/kernel_layer.h"
#include "ops/nn/convolution.h"

namespace pelton {

// Rows and columns that are added at the end.
template <size_t kAxes>
struct OutputPadding {
  Axes values;
};
template <size_t kAxes>
struct FieldType<OutputPadding<kAxes>> {
  static OutputPadding<kAxes> parse(const Value& value, const FieldSite& site) {
    return {parse_sizes(value, site, kAxes, 0)};
  }
  static Value write(const OutputPadding<kAxes>& padding) { return write_sizes(padding.values); }
  static std::string text() { return sizes_text(kAxes); }
};

template <size_t kAxes>
struct ConvTransposeConfig {
  int64_t filters = 1;
  Extents<kAxes> kernel_size;
  Extents<kAxes> strides;
  WindowPadding padding = WindowPadding::valid;
  std::optional<OutputPadding<kAxes>> output_padding;  // absent: what the windows cover
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
  static constexpr std::array kWrittenFirst{"filters", "kernel_size", "strides", "padding",
                                            "output_padding"};
};

// In Keras's order, which differs for volumes.
template <size_t kAxes>
constexpr auto padding_fields() {
  using C = ConvTransposeConfig<kAxes>;
  constexpr auto padding = field("output_padding", &C::output_padding);
  constexpr auto format = field("data_format", &C::data_format);
  if constexpr (kAxes == 3)
    return std::tuple{format, padding};
  else
    return std::tuple{padding, format};
}
template <size_t kAxes>
inline constexpr auto fields<ConvTransposeConfig<kAxes>> = std::tuple_cat(
    std::tuple{required_field("filters", &ConvTransposeConfig<kAxes>::filters),
               required_field("kernel_size", &ConvTransposeConfig<kAxes>::kernel_size),
               field("strides", &ConvTransposeConfig<kAxes>::strides),
               field("padding", &ConvTransposeConfig<kAxes>::padding)},
    padding_fields<kAxes>(),
    std::tuple{field("dilation_rate", &ConvTransposeConfig<kAxes>::dilation_rate)},
    kernel_fields<ConvTransposeConfig<kAxes>>());

template <size_t kAxes>
class ConvTranspose : public KernelLayer<ConvTransposeConfig<kAxes>> {
 public:
  using Config = ConvTransposeConfig<kAxes>;
  static constexpr const char* kClassName =
      std::array{"Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose"}[kAxes - 1];
  static constexpr const char* kDoc =
      "activation(transposed convolution with kernel + bias): the gradient of a convolution's "
      "input.\n\n"
      "Input: (batch, spatial..., channels), or channels first with data_format. Weights: kernel\n"
      "(window..., filters, channels), bias (filters,). Extents are multiplied by the strides;\n"
      "output_padding adds to what the windows cover.";
  static constexpr std::array kSettable{"activation"};

  explicit ConvTranspose(Config config, LayerOptions options = {});
  void build(const Shape& input_shape) override;
  // Raises value_error for an integer input.
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;

 private:
  // The size of spatial axis i is that of the input times the stride, and this.
  int64_t added(size_t i) const;
  Axes output_sizes(const Tensor& x, std::vector<Tensor>& held) const;
};

extern template class ConvTranspose<1>;
extern template class ConvTranspose<2>;
extern template class ConvTranspose<3>;
using Conv1DTranspose = ConvTranspose<1>;
using Conv2DTranspose = ConvTranspose<2>;
using Conv3DTranspose = ConvTranspose<3>;

}  // namespace pelton
