// Owns Dense: the fully connected layer.
#pragma once
#include "nn/layers/core/adaptable_layer.h"
#include "nn/layers/positive_int.h"

namespace pelton {

struct DenseConfig {
  PositiveInt units;
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
  OnlyNone quantization_config;
};
template <>
inline constexpr auto fields<DenseConfig> =
    std::tuple_cat(std::tuple{required_field("units", &DenseConfig::units)},
                   kernel_fields<DenseConfig>(), low_rank_fields<DenseConfig>(),
                   std::tuple{field("quantization_config", &DenseConfig::quantization_config)});

class Dense : public AdaptableLayer<DenseConfig> {
 public:
  static constexpr const char* kClassName = "Dense";
  static constexpr const char* kDoc =
      "activation(x @ kernel + bias) over the last axis.\n\n"
      "Input: (batch, ..., n). Output: (batch, ..., units). Weights: kernel (n, units), bias\n"
      "(units,).";

  static constexpr std::array kSettable{"activation"};

  explicit Dense(DenseConfig config, LayerOptions options = {});
  void build(const Shape& input_shape) override;
  // Inputs of integers are computed in the compute dtype.
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;
  Dict get_config() const override;

 protected:
  std::string argument_note(std::optional<bool> training) const override;
  void config_changed() override;

 private:
  bool fuses(const Tensor& x) const;
  bool is_relu_;
};

}  // namespace pelton
