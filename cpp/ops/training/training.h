// Declares the optimizers' steps.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include <span>

#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

// Optimizer steps: one call for all parameters, in place; operands are lists of equal length.
// Parameters and slots are row-major, floating, and seen by nobody else; all operands are checked
// before any is written. A gradient has its parameter's shape, or one more axis in front: the parts
// that it is the sum of, added up in their order. Formulas and epsilons as in Keras.
void sgd_step(std::span<const Tensor> params, std::span<const Tensor> grads,
              std::span<const Tensor> momenta, const SgdAttrs& attrs);  // momentum 0: no momenta
// momenta where attrs.momentum != 0, averages (of the gradients) where attrs.centered
void rmsprop_step(std::span<const Tensor> params, std::span<const Tensor> grads,
                  std::span<const Tensor> velocities, std::span<const Tensor> momenta,
                  std::span<const Tensor> averages, const RmspropAttrs& attrs);
// velocity_hats where attrs.amsgrad
void adam_step(std::span<const Tensor> params, std::span<const Tensor> grads,
               std::span<const Tensor> momenta, std::span<const Tensor> velocities,
               std::span<const Tensor> velocity_hats, const AdamAttrs& attrs);

}  // namespace pelton
