#include "nn/optimizers/rmsprop.h"

#include "nn/optimizers/operands.h"
#include "ops/training/training.h"

namespace pelton::optimizers {

RMSprop::RMSprop(const Config& config, const std::string& class_name)
    : Optimizer(config, class_name), config_(config) {}

void RMSprop::build(const std::vector<VariableRef>& variables) {
  if (built()) return;
  Optimizer::build(variables);
  velocities_ = add_slots(variables, "velocity");
  if (config_.momentum > 0) momenta_ = add_slots(variables, "momentum");
  if (config_.centered) averages_ = add_slots(variables, "average_gradient");
}

void RMSprop::update(std::span<const Update> updates, double learning_rate) {
  rmsprop_step(parameters_of(updates), gradients_of(updates), slots_of(updates, velocities_),
               slots_of(updates, momenta_), slots_of(updates, averages_),
               {.learning_rate = learning_rate,
                .rho = config_.rho,
                .momentum = config_.momentum,
                .epsilon = config_.epsilon,
                .centered = config_.centered});
}

}  // namespace pelton::optimizers
