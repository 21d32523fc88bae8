// Owns LayerNormalization: normalising each example by its own mean and variance.
#pragma once
#include "nn/layers/layer_of.h"

namespace pelton {

// The axes that are normalised together, written as a number where one was given.
struct NormalizedAxes {
  Axes axes{-1};
  bool is_single = true;
};
template <>
struct FieldType<NormalizedAxes> {
  // Raises Keras's type_error for anything but an integer or a sequence of them.
  static NormalizedAxes parse(const Value& value, const FieldSite& site);
  static Value write(const NormalizedAxes& value);
  static std::string text() { return FieldType<Axes>::text(); }
};

struct LayerNormalizationConfig {
  NormalizedAxes axis;
  double epsilon = 0.001;
  bool center = true;
  bool scale = true;
  InitializerPtr beta_initializer = get_initializer("zeros");
  InitializerPtr gamma_initializer = get_initializer("ones");
  RegularizerPtr beta_regularizer;
  RegularizerPtr gamma_regularizer;
  ConstraintPtr beta_constraint;
  ConstraintPtr gamma_constraint;
  bool rms_scaling = false;
  static constexpr std::array kWrittenFirst{"axis", "epsilon", "center", "scale", "rms_scaling"};
};
template <>
inline constexpr auto fields<LayerNormalizationConfig> =
    std::tuple{field("axis", &LayerNormalizationConfig::axis),
               field("epsilon", &LayerNormalizationConfig::epsilon),
               field("center", &LayerNormalizationConfig::center),
               field("scale", &LayerNormalizationConfig::scale),
               field("beta_initializer", &LayerNormalizationConfig::beta_initializer),
               field("gamma_initializer", &LayerNormalizationConfig::gamma_initializer),
               field("beta_regularizer", &LayerNormalizationConfig::beta_regularizer),
               field("gamma_regularizer", &LayerNormalizationConfig::gamma_regularizer),
               field("beta_constraint", &LayerNormalizationConfig::beta_constraint),
               field("gamma_constraint", &LayerNormalizationConfig::gamma_constraint),
               field("rms_scaling", &LayerNormalizationConfig::rms_scaling)};

class LayerNormalization : public LayerOf<LayerNormalizationConfig> {
 public:
  static constexpr const char* kClassName = "LayerNormalization";
  static constexpr const char* kDoc =
      "(x - mean) / sqrt(variance + epsilon) * gamma + beta over `axis` (Ba et al., 2016).\n\n"
      "Mean and biased variance are those of each example over one axis or several, whose sizes\n"
      "gamma and beta have. Inputs keep their dtype; float16 and bfloat16 are computed in "
      "float32,\n"
      "and the result is of the compute dtype. `rms_scaling`, deprecated in Keras: x /\n"
      "sqrt(variance + epsilon) * gamma.";

  static constexpr std::array kSettable{"epsilon"};

  // Raises value_error for no axis or epsilon < 0; warns of rms_scaling.
  explicit LayerNormalization(LayerNormalizationConfig config = {}, LayerOptions options = {});
  // Sorts `axis`, as its config tells from then on; raises index_error for one outside the shape.
  void build(const Shape& input_shape) override;
  Tensor call(const Tensor& input, bool training) override;
  // Raises value_error for an axis outside the shape.
  Shape compute_output_shape(const Shape& input_shape) override;

  const VariableRef& gamma() const { return gamma_; }  // null without scale
  const VariableRef& beta() const { return beta_; }    // null without center
  static constexpr std::array<NamedWeight<LayerNormalization>, 2> kWeights{
      {{"gamma", &LayerNormalization::gamma}, {"beta", &LayerNormalization::beta}}};

 protected:
  bool casts_input() const override { return false; }

 private:
  void check_axes(const Shape& input_shape) const;
  // x with the normalised axes last, whose sizes are `sizes` -> the same normalised.
  Tensor normalize(const Tensor& x, const Shape& sizes) const;
  bool has_gamma() const { return config_.scale || config_.rms_scaling; }

  VariableRef gamma_;
  VariableRef beta_;
};

}  // namespace pelton
