// Owns bias_add and batch normalisation over the last axis.
#include "kernels/common/functors_binary.h"
#include "kernels/cpu/elementwise.h"
#include "ops/op_list.h"
#include "ops/ops.h"

namespace pelton {
namespace {

void infer_bias_add(InferContext& c) {
  const Shape &value = c.shape(0), &bias = c.shape(1);
  check(bias.size() == 1, "bias must be 1-dimensional, got ", bias);
  check(!value.empty() && value.back() == bias[0],
        "bias must have one entry per channel of value, got bias ", bias, " and value ", value);
  c.add_output(c.dtype(0), value);
}

Axes all_but_last(const Tensor& x) {
  Axes axes;
  for (int64_t axis = 0; axis + 1 < x.rank(); ++axis) axes.push_back(axis);
  return axes;
}

void bias_add_grad(GradContext& c) {
  c.set(0, c.grad());
  if (c.needs(1)) c.set(1, reduce_sum(c.grad(), {.axis = all_but_last(c.in(0))}));
}

// Adding one value per channel is a broadcast addition; only the shape rule differs from add.
constinit const OpDef bias_add_op{.name = "bias_add",
                                  .tf_name = "BiasAdd",
                                  .inputs = {"value", "bias"},
                                  .dtypes = kNumeric,
                                  .strided = true,
                                  .infer = infer_bias_add,
                                  .grad = bias_add_grad,
                                  .kernels = {.cpu = &cpu::elementwise<Add>}};

constexpr const OpDef* kFamily[] = {&bias_add_op};

// Half precision is too coarse for sums over a batch.
Tensor widen(const Tensor& x) { return size_of(x.dtype()) == 2 ? cast(x, DType::float32) : x; }

void check_channels(const Tensor& x, std::initializer_list<Tensor> vectors) {
  check(is_floating(x.dtype()), "batch_norm: x must be floating, got ", x);
  check(x.rank() >= 2, "batch_norm: x must have a batch and a channel axis, got ", x);
  for (const Tensor& vector : vectors)
    check(vector.shape() == Shape{x.shape().back()},
          "batch_norm: expected one entry per channel of x, got ", vector, " and x ", x);
}

Tensor normalize(const Tensor& x, const Tensor& mean, const Tensor& variance, const Tensor& scale,
                 const Tensor& offset, double epsilon) {
  const Tensor widened = widen(x);
  const Tensor gain =
      multiply(rsqrt(add(widen(variance), scalar(epsilon, widened.dtype()))), widen(scale));
  const Tensor y = add(multiply(subtract(widened, widen(mean)), gain), widen(offset));
  return y.dtype() == x.dtype() ? y : cast(y, x.dtype());
}

}  // namespace

Tensor bias_add(const Tensor& value, const Tensor& bias) {
  return call(bias_add_op, {value, bias});
}

// The variance is the mean squared distance from the mean, in two passes, so that it never cancels.
Outputs batch_norm_train(const Tensor& x, const Tensor& scale, const Tensor& offset,
                         const EpsilonAttrs& attrs) {
  check_channels(x, {scale, offset});
  const Tensor widened = widen(x);
  const ReduceAttrs over_batch{.axis = all_but_last(x)};
  const Tensor mean = reduce_mean(widened, over_batch);
  const Tensor variance = reduce_mean(square(subtract(widened, mean)), over_batch);
  return {{normalize(x, mean, variance, scale, offset, attrs.epsilon), mean, variance}, 3};
}

Tensor batch_norm_infer(const Tensor& x, const Tensor& mean, const Tensor& variance,
                        const Tensor& scale, const Tensor& offset, const EpsilonAttrs& attrs) {
  check_channels(x, {mean, variance, scale, offset});
  return normalize(x, mean, variance, scale, offset, attrs.epsilon);
}

std::span<const OpDef* const> norm_ops() { return kFamily; }

}  // namespace pelton
