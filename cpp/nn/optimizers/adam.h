// Owns Adam. Knows its op's arguments, no arithmetic.
#pragma once
#include "nn/optimizers/optimizer.h"

namespace pelton {

struct AdamConfig : OptimizerConfig {
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-7;
  bool amsgrad = false;
};
template <>
inline constexpr auto fields<AdamConfig> = std::tuple_cat(
    std::tuple{field("learning_rate", &AdamConfig::learning_rate),
               field("beta_1", &AdamConfig::beta_1), field("beta_2", &AdamConfig::beta_2),
               field("epsilon", &AdamConfig::epsilon), field("amsgrad", &AdamConfig::amsgrad)},
    common_optimizer_fields<AdamConfig>());

namespace optimizers {

// Kingma & Ba, "Adam" (2014), in the form before section 2.1 whose epsilon is outside the bias
// correction ("epsilon hat"), as in Keras; amsgrad keeps the largest second moment.
class Adam : public Optimizer {
 public:
  using Config = AdamConfig;
  static constexpr const char* kClass = "Adam";

  explicit Adam(const Config& config = {}, const std::string& class_name = kClass);
  void build(const std::vector<VariableRef>& variables) override;
  void update(std::span<const Update> updates, double learning_rate) override;
  void update_step(const Update& update, double learning_rate) override {
    Adam::update({&update, 1}, learning_rate);
  }
  Dict get_config() const override { return written(config_); }

 protected:
  bool adds_parts() const override { return true; }

 private:
  Config config_;
  std::vector<VariableRef> momenta_;
  std::vector<VariableRef> velocities_;
  std::vector<VariableRef> velocity_hats_;
};

}  // namespace optimizers
}  // namespace pelton
