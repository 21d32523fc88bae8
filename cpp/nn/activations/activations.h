// Owns Keras's activation functions as compositions of ops, and the table of their names.
#pragma once
#include <optional>
#include <span>

#include "core/tensor.h"
#include "nn/activations/activation.h"

namespace pelton::activations {

// x above `threshold`, negative_slope * (x - threshold) below, at most `max_value`.
Tensor relu(const Tensor& x, double negative_slope, std::optional<double> max_value,
            double threshold);
// max(x, 0) + min(alpha * (exp(x / alpha) - 1), 0).
Tensor celu(const Tensor& x, double alpha = 1.0);
// First half times the sigmoid of the second, split along `axis`.
Tensor glu(const Tensor& x, int64_t axis = -1);
// x where |x| > threshold, else 0.
Tensor hard_shrink(const Tensor& x, double threshold = 0.5);
// relu6(x + 3) / 6.
Tensor hard_sigmoid(const Tensor& x);
// x * hard_sigmoid(x).
Tensor hard_silu(const Tensor& x);
// x clipped to [-1, 1].
Tensor hard_tanh(const Tensor& x);
// -softplus(-x).
Tensor log_sigmoid(const Tensor& x);
// x * tanh(softplus(x)).
Tensor mish(const Tensor& x);
// sign(x) * max(|x| - threshold, 0).
Tensor soft_shrink(const Tensor& x, double threshold = 0.5);
// (x + 1)^2 / 4 between -1 and 1, 0 below, x above.
Tensor sparse_plus(const Tensor& x);
// (x + 1) / 2 between -1 and 1, 0 below, 1 above.
Tensor sparse_sigmoid(const Tensor& x);
// (x + sqrt(x^2 + b)) / 2.
Tensor squareplus(const Tensor& x, double b = 4.0);
// x - tanh(x).
Tensor tanh_shrink(const Tensor& x);
// Softmax over several axes at once; raises as the softmax op does.
Tensor softmax(const Tensor& x, std::span<const int64_t> axes);

// A built-in activation: Keras's name and the function with its default parameters.
struct Row {
  const char* name;
  Tensor (*function)(const Tensor&);
};
std::span<const Row> rows();

// True for the built-in relu with its default parameters, not for functions of that name.
bool is_relu(const ActivationPtr& activation);

}  // namespace pelton::activations
