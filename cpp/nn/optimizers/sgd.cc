#include "nn/optimizers/sgd.h"

#include "nn/optimizers/operands.h"
#include "ops/training/training.h"

namespace pelton::optimizers {

SGD::SGD(const Config& config, const std::string& class_name)
    : Optimizer(config, class_name), config_(config) {
  check(config.momentum >= 0 && config.momentum <= 1, Code::value_error,
        "`momentum` must be a float between [0, 1].");
}

void SGD::build(const std::vector<VariableRef>& variables) {
  if (built()) return;
  Optimizer::build(variables);
  if (config_.momentum != 0) momenta_ = add_slots(variables, "momentum");
}

void SGD::update(std::span<const Update> updates, double learning_rate) {
  sgd_step(
      parameters_of(updates), gradients_of(updates), slots_of(updates, momenta_),
      {.learning_rate = learning_rate, .momentum = config_.momentum, .nesterov = config_.nesterov});
}

}  // namespace pelton::optimizers
