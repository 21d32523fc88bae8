#include "nn/optimizers/gradient_clipping.h"

#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {
namespace {

Tensor clip_by_norm(const Tensor& gradient, double limit) {
  const Tensor norm = sqrt(reduce_sum(square(gradient)));
  const Tensor bound = scalar(limit, gradient.dtype());
  return divide(multiply(gradient, bound), maximum(norm, bound));
}

Tensor limit_values(const Tensor& gradient, double limit) {
  return clip_by_value(gradient, scalar(-limit, gradient.dtype()), scalar(limit, gradient.dtype()));
}

// A norm that is not finite makes every gradient NaN, so that it is seen.
std::vector<Tensor> clip_by_global_norm(std::vector<Tensor> gradients, double limit) {
  Tensor total = scalar(0.0);
  for (const Tensor& gradient : gradients)
    total = add(total, cast(reduce_sum(square(gradient)), DType::float32));
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
