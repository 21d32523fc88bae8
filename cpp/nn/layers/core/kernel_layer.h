// Owns KernelLayer: the base of layers with a kernel and a bias, and the rows about both in their
// configs. Knows no shape of a kernel.
#pragma once
#include "nn/activations/activation.h"
#include "nn/layers/layer_of.h"
#include "nn/layers/unsupported.h"

namespace pelton {

// The rows that Keras's layers with a kernel have in common, in its order; C is the config.
template <class C>
constexpr auto kernel_fields() {
  return std::tuple{field("activation", &C::activation),
                    field("use_bias", &C::use_bias),
                    field("kernel_initializer", &C::kernel_initializer),
                    field("bias_initializer", &C::bias_initializer),
                    field("kernel_regularizer", &C::kernel_regularizer),
                    field("bias_regularizer", &C::bias_regularizer),
                    field("activity_regularizer", &C::activity_regularizer),
                    field("kernel_constraint", &C::kernel_constraint),
                    field("bias_constraint", &C::bias_constraint)};
}

template <class C>
class KernelLayer : public LayerOf<C> {
 public:
  const VariableRef& kernel() const { return kernel_; }  // null before build
  const VariableRef& bias() const { return bias_; }      // null without bias
  static constexpr std::array<NamedWeight<KernelLayer>, 2> kWeights{
      {{"kernel", &KernelLayer::kernel}, {"bias", &KernelLayer::bias}}};

 protected:
  KernelLayer(std::string_view class_name, const C& config, LayerOptions options)
      : LayerOf<C>(class_name, config,
                   with_regularizer(std::move(options), config.activity_regularizer)) {}

  // Makes a kernel of `shape`, whose last size is the number of outputs, and the bias.
  void make_weights(const Shape& shape) { make_weights(shape, shape.back()); }
  void make_weights(const Shape& shape, int64_t outputs) {
    const C& config = this->config_;
    kernel_ = this->add_weight({.name = "kernel",
                                .shape = shape,
                                .initializer = config.kernel_initializer,
                                .regularizer = config.kernel_regularizer,
                                .constraint = config.kernel_constraint});
    if (config.use_bias)
      bias_ = this->add_weight({.name = "bias",
                                .shape = {outputs},
                                .initializer = config.bias_initializer,
                                .regularizer = config.bias_regularizer,
                                .constraint = config.bias_constraint});
  }

  VariableRef kernel_;
  VariableRef bias_;
};

}  // namespace pelton
