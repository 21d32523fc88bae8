// Owns the table of optimizers, and how an identifier finds one.
#pragma once
#include "nn/optimizers/adam.h"
#include "nn/optimizers/rmsprop.h"
#include "nn/optimizers/sgd.h"

namespace pelton {

// Every optimizer; bindings and look-ups loop over it.
using OptimizerTypes = Types<optimizers::SGD, optimizers::RMSprop, optimizers::Adam>;

// An optimizer with its defaults from its class name in any case; raises value_error for an unknown
// one.
std::shared_ptr<Optimizer> get_optimizer(std::string_view identifier);

}  // namespace pelton
