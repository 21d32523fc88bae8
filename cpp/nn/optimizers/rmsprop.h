// Owns RMSprop. Knows its op's arguments, no arithmetic.
#pragma once
#include "nn/optimizers/optimizer.h"

namespace pelton {

struct RmspropConfig : OptimizerConfig {
  double rho = 0.9;
  double momentum = 0.0;
  double epsilon = 1e-7;
  bool centered = false;
};
template <>
inline constexpr auto fields<RmspropConfig> = std::tuple_cat(
    std::tuple{field("learning_rate", &RmspropConfig::learning_rate),
               field("rho", &RmspropConfig::rho), field("momentum", &RmspropConfig::momentum),
               field("epsilon", &RmspropConfig::epsilon),
               field("centered", &RmspropConfig::centered)},
    common_optimizer_fields<RmspropConfig>());

namespace optimizers {

// v = rho v + (1 - rho) g^2; w -= rate g / sqrt(v + epsilon), where centered subtracts the squared
// average gradient from v and momentum accumulates the step. Hinton's lecture 6e; epsilon inside
// the root as in Keras.
class RMSprop : public Optimizer {
 public:
  using Config = RmspropConfig;
  static constexpr const char* kClass = "RMSprop";

  explicit RMSprop(const Config& config = {}, const std::string& class_name = kClass);
  void build(const std::vector<VariableRef>& variables) override;
  void update(std::span<const Update> updates, double learning_rate) override;
  void update_step(const Update& update, double learning_rate) override {
    RMSprop::update({&update, 1}, learning_rate);
  }
  Dict get_config() const override { return written(config_); }

 protected:
  bool adds_parts() const override { return true; }

 private:
  Config config_;
  std::vector<VariableRef> velocities_;
  std::vector<VariableRef> momenta_;
  std::vector<VariableRef> averages_;
};

}  // namespace optimizers
}  // namespace pelton
