// Owns the clipping of gradients. Knows no optimizer.
#pragma once
#include <vector>

#include "core/tensor.h"
#include "nn/optimizers/optimizer_config.h"

namespace pelton {

// `gradients` clipped as `config` says; each must be defined. Settings that are not positive clip
// nothing, as in Keras.
std::vector<Tensor> clip_gradients(std::vector<Tensor> gradients, const OptimizerConfig& config);

}  // namespace pelton
