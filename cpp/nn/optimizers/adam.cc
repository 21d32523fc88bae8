#include "nn/optimizers/adam.h"

#include "nn/optimizers/operands.h"
#include "ops/training/training.h"

namespace pelton::optimizers {

Adam::Adam(const Config& config, const std::string& class_name)
    : Optimizer(config, class_name), config_(config) {}

void Adam::build(const std::vector<VariableRef>& variables) {
  if (built()) return;
  Optimizer::build(variables);
  // Momentum and velocity of each variable stand side by side, as Keras saves them.
  for (const VariableRef& variable : variables) {
    momenta_.push_back(add_variable_from_reference(*variable, "momentum"));
    velocities_.push_back(add_variable_from_reference(*variable, "velocity"));
  }
  if (config_.amsgrad) velocity_hats_ = add_slots(variables, "velocity_hat");
}

void Adam::update(std::span<const Update> updates, double learning_rate) {
  adam_step(parameters_of(updates), gradients_of(updates), slots_of(updates, momenta_),
            slots_of(updates, velocities_), slots_of(updates, velocity_hats_),
            {.learning_rate = learning_rate,
             .beta_1 = config_.beta_1,
             .beta_2 = config_.beta_2,
             .epsilon = config_.epsilon,
             .step = iterations() + 1,
             .amsgrad = config_.amsgrad});
}

}  // namespace pelton::optimizers
