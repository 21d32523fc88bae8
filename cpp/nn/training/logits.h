// Owns the link from probabilities to the logits they were computed from. Activation functions set
// it, cross-entropies use it: exact where probabilities round to 0 or 1 (Keras's `_keras_logits`).
#pragma once
#include "core/tensor.h"

namespace pelton {

// Notes that `probabilities` came from `logits` by a softmax or sigmoid; kept as long as the
// probabilities live.
inline void remember_logits(Tensor& probabilities, const Tensor& logits) {
  probabilities.set_source(logits, 1);
}

// What a cross-entropy takes for the logits of `output`: those it came from, whichever of the two
// functions it was, as Keras on TensorFlow has it; else `output` itself with `from_logits`, else
// undefined. Warns of `from_logits` for what came from logits, in the words of `function`, which
// expects the activation called `activation`.
Tensor logits_of(const Tensor& output, bool from_logits, const char* function,
                 const char* activation);

}  // namespace pelton
