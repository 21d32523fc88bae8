// Owns the link from probabilities to the logits they were computed from. Activation functions set
// it, cross-entropies use it: exact where probabilities round to 0 or 1 (Keras's `_keras_logits`).
#pragma once
#include "core/tensor.h"

namespace pelton {

// How probabilities came from their logits; a softmax counts only over the last axis.
enum class LogitsTo : uint8_t { softmax = 1, sigmoid = 2 };

// Notes that `probabilities` came from `logits`; kept as long as the probabilities live.
inline void remember_logits(Tensor& probabilities, const Tensor& logits, LogitsTo how) {
  probabilities.set_source(logits, static_cast<uint8_t>(how));
}

// The logits of `probabilities`; undefined where nobody noted them.
inline Tensor logits_of(const Tensor& probabilities, LogitsTo how) {
  return probabilities.source(static_cast<uint8_t>(how));
}

}  // namespace pelton
