// Owns SGD. Knows its op's arguments, no arithmetic.
#pragma once
#include "nn/optimizers/optimizer.h"

namespace pelton {

struct SgdConfig : OptimizerConfig {
  SgdConfig() { learning_rate.value = 0.01; }
  double momentum = 0.0;  // in [0, 1]
  bool nesterov = false;
};
template <>
inline constexpr auto fields<SgdConfig> = std::tuple_cat(
    std::tuple{field("learning_rate", &SgdConfig::learning_rate),
               field("momentum", &SgdConfig::momentum), field("nesterov", &SgdConfig::nesterov)},
    common_optimizer_fields<SgdConfig>());

namespace optimizers {

// w -= rate * g, or with momentum m = momentum * m - rate * g and w += m; nesterov adds
// momentum * m - rate * g instead. One op call for all variables.
class SGD : public Optimizer {
 public:
  using Config = SgdConfig;
  static constexpr const char* kClass = "SGD";

  explicit SGD(const Config& config = {}, const std::string& class_name = kClass);
  void build(const std::vector<VariableRef>& variables) override;
  void update(std::span<const Update> updates, double learning_rate) override;
  void update_step(const Update& update, double learning_rate) override {
    SGD::update({&update, 1}, learning_rate);
  }
  Dict get_config() const override { return written(config_); }

 protected:
  bool adds_parts() const override { return true; }

 private:
  Config config_;
  std::vector<VariableRef> momenta_;
};

}  // namespace optimizers
}  // namespace pelton
