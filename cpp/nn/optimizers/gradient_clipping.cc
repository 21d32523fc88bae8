#include "nn/optimizers/gradient_clipping.h"

#include "ops/array/slices.h"
#include "ops/math/math.h"

namespace pelton {
namespace {

// Of a gradient in slices these are the elements, as in TensorFlow.
Tensor sum_of_squares(const Tensor& gradient) {
  return reduce_sum_of_squares(is_in_slices(gradient) ? slices_of(gradient).values : gradient);
}

Tensor clip_by_norm(const Tensor& gradient, double limit) {
  const Tensor norm = sqrt(sum_of_squares(gradient));
  const Tensor bound = scalar(limit, gradient.dtype());
  return map_gradient(
      gradient, [&](const Tensor& x) { return divide(multiply(x, bound), maximum(norm, bound)); });
}

Tensor limit_values(const Tensor& gradient, double limit) {
  const Tensor least = scalar(-limit, gradient.dtype()), most = scalar(limit, gradient.dtype());
  return map_gradient(gradient, [&](const Tensor& x) { return clip_by_value(x, least, most); });
}

// A norm that is not finite makes every gradient NaN, so that it is seen.
std::vector<Tensor> clip_by_global_norm(std::vector<Tensor> gradients, double limit) {
  Tensor total = scalar(0.0);
  for (const Tensor& gradient : gradients)
    total = add(total, cast(sum_of_squares(gradient), DType::float32));
  const Tensor norm = sqrt(total);
  Tensor scale = multiply(scalar(limit), minimum(reciprocal(norm), scalar(1.0 / limit)));
  scale = add(scale, subtract(norm, norm));
  for (Tensor& gradient : gradients) gradient = multiply(gradient, cast(scale, gradient.dtype()));
  return gradients;
}

bool is_positive(const std::optional<double>& limit) { return limit && *limit > 0; }

}  // namespace

std::vector<Tensor> clip_gradients(std::vector<Tensor> gradients, const OptimizerConfig& config) {
  if (is_positive(config.clipnorm)) {
    for (Tensor& gradient : gradients) gradient = clip_by_norm(gradient, *config.clipnorm);
  } else if (is_positive(config.global_clipnorm)) {
    return clip_by_global_norm(std::move(gradients), *config.global_clipnorm);
  } else if (is_positive(config.clipvalue)) {
    for (Tensor& gradient : gradients) gradient = limit_values(gradient, *config.clipvalue);
  }
  return gradients;
}

}  // namespace pelton
