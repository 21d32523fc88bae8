// Owns Activation: an activation function as a layer.
#pragma once
#include "nn/activations/activation.h"
#include "nn/layers/layer_of.h"

namespace pelton {

struct ActivationConfig {
  ActivationPtr activation;
};
template <>
inline constexpr auto fields<ActivationConfig> =
    std::tuple{required_field("activation", &ActivationConfig::activation)};

class Activation : public LayerOf<ActivationConfig> {
 public:
  static constexpr const char* kClassName = "Activation";
  static constexpr const char* kDoc = "Applies an activation function, by name or as a callable.";

  static constexpr std::array kSettable{"activation"};

  explicit Activation(ActivationConfig config, LayerOptions options = {})
      : LayerOf(kClassName, std::move(config), std::move(options)) {
    set_built(true);
    set_supports_masking(true);
  }
  Tensor call(const Tensor& input, bool) override { return activate(config_.activation, input); }
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }
};

}  // namespace pelton
