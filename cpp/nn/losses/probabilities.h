// Owns what the cross-entropies share: Keras's limits for probabilities, and the checks of shapes.
#pragma once
#include "core/tensor.h"

namespace pelton {

// Keras's epsilon(): probabilities are kept in [epsilon, 1 - epsilon] before the logarithm.
inline constexpr double kProbabilityEpsilon = 1e-7;

// `probabilities` limited to [1e-7, 1 - 1e-7].
Tensor clip_probabilities(const Tensor& probabilities);
// `y * (1 - smoothing) + floor`, or `y` itself where smoothing is 0.
Tensor smooth_labels(const Tensor& y, double smoothing, double floor);
// Raises value_error, naming `loss`, unless `smoothing` is in [0, 1].
void check_label_smoothing(const char* loss, double smoothing);
// Raises value_error, naming `loss`, unless target and output have one and the same shape.
void check_same_shape(const char* loss, const Tensor& target, const Tensor& output);

}  // namespace pelton
