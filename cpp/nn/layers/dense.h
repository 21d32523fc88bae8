// Owns Dense: the fully connected layer.
#pragma once
#include "nn/activation.h"
#include "nn/layers/layer_of.h"
#include "nn/layers/positive_int.h"
#include "nn/layers/unsupported.h"

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
  NoConstraint kernel_constraint;
  NoConstraint bias_constraint;
  OnlyNone quantization_config;
};
template <>
inline constexpr auto fields<DenseConfig> =
    std::tuple{required_field("units", &DenseConfig::units),
               field("activation", &DenseConfig::activation),
               field("use_bias", &DenseConfig::use_bias),
               field("kernel_initializer", &DenseConfig::kernel_initializer),
               field("bias_initializer", &DenseConfig::bias_initializer),
               field("kernel_regularizer", &DenseConfig::kernel_regularizer),
               field("bias_regularizer", &DenseConfig::bias_regularizer),
               field("activity_regularizer", &DenseConfig::activity_regularizer),
               field("kernel_constraint", &DenseConfig::kernel_constraint),
               field("bias_constraint", &DenseConfig::bias_constraint),
               field("quantization_config", &DenseConfig::quantization_config)};

class Dense : public LayerOf<DenseConfig> {
 public:
  static constexpr const char* kClassName = "Dense";
  static constexpr const char* kDoc =
      "activation(x @ kernel + bias) over the last axis.\n\n"
      "Input: (batch, ..., n). Output: (batch, ..., units). Weights: kernel (n, units), bias\n"
      "(units,).";

  explicit Dense(DenseConfig config, LayerOptions options = {});
  void build(const Shape& input_shape) override;
  // Inputs of integers are computed in the compute dtype.
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override;
  Dict get_config() const override;

  const VariableRef& kernel() const { return kernel_; }  // null before build
  const VariableRef& bias() const { return bias_; }      // null without bias

 protected:
  std::string argument_note(std::optional<bool> training) const override;

 private:
  VariableRef kernel_;
  VariableRef bias_;
};

}  // namespace pelton
