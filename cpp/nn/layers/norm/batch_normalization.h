// Owns BatchNormalization: normalising each channel by the batch's statistics.
#pragma once
#include "nn/layers/layer_of.h"

namespace pelton {

// Limits of the corrections of batch renormalization: {"rmax": .., "rmin": .., "dmax": ..}.
struct RenormClipping {
  std::optional<double> rmax, rmin, dmax;
  Value given;
};
template <>
struct FieldType<RenormClipping> {
  // Raises value_error for other keys, and for limits that contradict each other.
  static RenormClipping parse(const Value& value, const FieldSite& site);
  static Value write(const RenormClipping& value) { return value.given; }
  static std::string text() { return "dict[str, float] | None"; }
};

struct BatchNormalizationConfig {
  int64_t axis = -1;  // of the channels
  double momentum = 0.99;
  double epsilon = 0.001;
  bool center = true;
  bool scale = true;
  InitializerPtr beta_initializer = get_initializer("zeros");
  InitializerPtr gamma_initializer = get_initializer("ones");
  InitializerPtr moving_mean_initializer = get_initializer("zeros");
  InitializerPtr moving_variance_initializer = get_initializer("ones");
  RegularizerPtr beta_regularizer;
  RegularizerPtr gamma_regularizer;
  ConstraintPtr beta_constraint;
  ConstraintPtr gamma_constraint;
  bool renorm = false;
  RenormClipping renorm_clipping;
  double renorm_momentum = 0.99;
  bool synchronized = false;  // over replicas, of which there is one
  static constexpr std::array kWrittenFirst{"axis",
                                            "momentum",
                                            "epsilon",
                                            "center",
                                            "scale",
                                            "beta_initializer",
                                            "gamma_initializer",
                                            "moving_mean_initializer",
                                            "moving_variance_initializer",
                                            "beta_regularizer",
                                            "gamma_regularizer",
                                            "beta_constraint",
                                            "gamma_constraint",
                                            "synchronized"};
};
template <>
inline constexpr auto fields<BatchNormalizationConfig> = std::tuple{
    field("axis", &BatchNormalizationConfig::axis),
    field("momentum", &BatchNormalizationConfig::momentum),
    field("epsilon", &BatchNormalizationConfig::epsilon),
    field("center", &BatchNormalizationConfig::center),
    field("scale", &BatchNormalizationConfig::scale),
    field("beta_initializer", &BatchNormalizationConfig::beta_initializer),
    field("gamma_initializer", &BatchNormalizationConfig::gamma_initializer),
    field("moving_mean_initializer", &BatchNormalizationConfig::moving_mean_initializer),
    field("moving_variance_initializer", &BatchNormalizationConfig::moving_variance_initializer),
    field("beta_regularizer", &BatchNormalizationConfig::beta_regularizer),
    field("gamma_regularizer", &BatchNormalizationConfig::gamma_regularizer),
    field("beta_constraint", &BatchNormalizationConfig::beta_constraint),
    field("gamma_constraint", &BatchNormalizationConfig::gamma_constraint),
    field("renorm", &BatchNormalizationConfig::renorm),
    field("renorm_clipping", &BatchNormalizationConfig::renorm_clipping),
    field("renorm_momentum", &BatchNormalizationConfig::renorm_momentum),
    field("synchronized", &BatchNormalizationConfig::synchronized)};

class BatchNormalization : public LayerOf<BatchNormalizationConfig> {
 public:
  static constexpr const char* kClassName = "BatchNormalization";
  static constexpr const char* kDoc =
      "(x - mean) / sqrt(variance + epsilon) * gamma + beta per channel (Ioffe and Szegedy, "
      "2015).\n\n"
      "In training with the batch's mean and biased variance, which also move the moving averages\n"
      "(moving = moving * momentum + batch * (1 - momentum)); else, or when the layer is frozen,\n"
      "with the moving averages. float16 and bfloat16 are computed in float32. A mask, of one "
      "axis\n"
      "less than the input, leaves elements out of the batch's statistics. With renorm the batch "
      "is\n"
      "normalised by running statistics that follow it (Ioffe, \"Batch Renormalization\", 2017).";

  static constexpr std::array kSettable{"momentum", "epsilon"};

  explicit BatchNormalization(BatchNormalizationConfig config = {}, LayerOptions options = {});
  // Raises index_error for an axis outside the shape.
  void build(const Shape& input_shape) override;
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }
  bool takes_mask() const override { return true; }

  const VariableRef& gamma() const { return gamma_; }  // null without scale
  const VariableRef& beta() const { return beta_; }    // null without center
  const VariableRef& moving_mean() const { return moving_mean_; }
  const VariableRef& moving_variance() const { return moving_variance_; }
  // Null without renorm.
  const VariableRef& moving_stddev() const { return moving_stddev_; }
  const VariableRef& renorm_mean() const { return renorm_mean_; }
  const VariableRef& renorm_stddev() const { return renorm_stddev_; }
  static constexpr std::array<NamedWeight<BatchNormalization>, 7> kWeights{
      {{"gamma", &BatchNormalization::gamma},
       {"beta", &BatchNormalization::beta},
       {"moving_mean", &BatchNormalization::moving_mean},
       {"moving_variance", &BatchNormalization::moving_variance},
       {"moving_stddev", &BatchNormalization::moving_stddev},
       {"renorm_mean", &BatchNormalization::renorm_mean},
       {"renorm_stddev", &BatchNormalization::renorm_stddev}}};

 protected:
  std::string argument_note(std::optional<bool> training) const override;

 private:
  // x with the channels last -> the same normalised; `keep`, undefined or booleans of x's shape,
  // says which elements the batch's statistics are of.
  Tensor normalize(const Tensor& x, const Tensor& keep, bool training);
  Tensor normalize_masked(const Tensor& x, const Tensor& keep, const Tensor& gamma,
                          const Tensor& beta);
  // Builds the statistics of renorm.
  void build_renorm(int64_t channels);
  // What gamma and beta are with renorm: r * gamma and d * gamma + beta.
  std::pair<Tensor, Tensor> renormed(const Tensor& mean, const Tensor& variance,
                                     const Tensor& gamma, const Tensor& beta) const;
  // Moves `average` towards `batch`; its new value.
  Tensor move(const VariableRef& average, const Tensor& batch, double momentum) const;
  void move_averages(const Tensor& mean, const Tensor& variance);

  VariableRef gamma_;
  VariableRef beta_;
  VariableRef moving_mean_;
  VariableRef moving_variance_;
  VariableRef moving_stddev_;
  VariableRef renorm_mean_;
  VariableRef renorm_stddev_;
};

}  // namespace pelton
