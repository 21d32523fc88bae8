// Owns batch normalisation and bias_add: definitions and gradients.
#include "kernels/declared/norm.h"
#include "kernels/cuda/elementwise/elementwise.h"

#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/elementwise/elementwise.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/composite.h"
#include "ops/infer.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/nn/norm_statistics.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

void infer_bias_add(InferContext& c) {
  const Shape &value = c.shape(0), &bias = c.shape(1);
  check(value.size() >= 2, "Input tensor must be at least 2D: ", value);
  check(bias.size() == 1, "Biases must be 1D: ", bias);
  check(may_equal(value.back(), bias[0]),
        "Must provide as many biases as the last dimension of the input tensor: ", bias, " vs. ",
        value);
  if (value.back() == bias[0]) return c.add_output(c.dtype(0), value);
  Shape shape = value;
  shape.back() = merge_sizes(shape.back(), bias[0]);
  c.add_output(c.dtype(0), shape);
}

void bias_add_grad(GradContext& c) {
  c.set(0, c.grad());
  c.set(1, c.grad());
}

// Each has one number per channel of x.
void check_statistics(const InferContext& c, size_t x) {
  check(!c.shape(x).empty(), "input must have at least one axis, got ", c.shape(x));
  const int64_t channels = c.shape(x).back();
  for (size_t i = x + 1; i < c.input_count(); ++i) {
    const char* name = c.op().inputs[i].name;
    check_statistic_dtype(c, i, x);
    check(may_equal(c.shape(i), Shape{channels}), name,
          " must have the same number of elements as the channels of x, got ", c.shape(i), " and ",
          Shape{channels});
  }
}

void infer_train(InferContext& c) {
  check_statistics(c, 0);
  infer::same_as_first(c);
  c.add_output(c.dtype(1), c.shape(1));
  c.add_output(c.dtype(1), c.shape(1));
}

void infer_inference(InferContext& c) {
  check_statistics(c, 0);
  infer::same_as_first(c);
}

void infer_gradient(InferContext& c) {
  check(may_equal(c.shape(0), c.shape(1)), "grad must have the shape of x: ", c.shape(0), " vs. ",
        c.shape(1));
  check_statistics(c, 1);
  infer::same_as_first(c);
  c.add_output(c.dtype(2), c.shape(2));
  c.add_output(c.dtype(2), c.shape(2));
}

// Pieces that the composite gradients share; all in the dtype of the statistics.
struct Normalized {
  Normalized(const Tensor& input, const Tensor& mean, const Tensor& variance, double epsilon)
      : dtype(mean.dtype()),
        rate(rsqrt(add(variance, scalar(epsilon, dtype)))),
        centered(subtract(cast(input, dtype), mean)),
        normal(multiply(centered, rate)) {
    for (int64_t i = 0; i + 1 < input.rank(); ++i) rows.push_back(i);
    is_counted = input.size() != kUnknown;
    if (is_counted)
      count = static_cast<double>(input.size()) / static_cast<double>(input.shape().back());
    else
      elements = divide(element_count_of(input, dtype), element_count_of(variance, dtype));
  }
  // Over everything but the channels.
  Tensor sum(const Tensor& x) const { return reduce_sum(x, {.axis = rows}); }
  Tensor times(const Tensor& x, double factor) const { return multiply(x, scalar(factor, dtype)); }
  // times(x, factor) per row.
  Tensor per_row(const Tensor& x, double factor) const {
    return is_counted ? times(x, factor / count) : divide(times(x, factor), elements);
  }
  // Gradient of the variance from that of `rate`: rate = (variance + epsilon)^(-1/2).
  Tensor variance_grad(const Tensor& rate_grad) const {
    return times(multiply(rate_grad, multiply(rate, square(rate))), -0.5);
  }

  DType dtype;
  Tensor rate, centered, normal;
  Axes rows;
  bool is_counted;
  double count = 0;
  Tensor elements;  // of a channel, where they are not counted yet
};

// What the activation passes of `grad`, by the y that it gave or was given.
Tensor passed(const Tensor& grad, const Tensor& y, const BatchNormAttrs& attrs) {
  return attrs.activation == FusedActivation::relu ? relu_grad(grad, y) : grad;
}

void train_grad(GradContext& c) {
  const Tensor &x = c.in(0), &scale = c.in(1), &mean = c.out(1), &variance = c.out(2);
  const BatchNormAttrs& attrs = c.attrs<BatchNormAttrs>();
  Tensor x_grad;
  if (c.grad(0).defined()) {
    const Outputs grads = batch_norm_grad(c.grad(0), x, scale, c.in(2), mean, variance, attrs);
    x_grad = grads.tensors[0];
    c.set(1, grads.tensors[1]);
    c.set(2, grads.tensors[2]);
  }
  // Who differentiates the batch statistics themselves (second order does).
  if (c.grad(1).defined() || c.grad(2).defined()) {
    const Normalized n(x, mean, variance, attrs.epsilon);
    Tensor extra;
    if (c.grad(1).defined())
      accumulate(extra, broadcast_to(n.per_row(c.grad(1), 1), {.shape = x.shape()}));
    if (c.grad(2).defined()) accumulate(extra, multiply(n.centered, n.per_row(c.grad(2), 2)));
    accumulate(x_grad, cast(extra, x.dtype()));
  }
  c.set(0, x_grad);
}

void inference_grad(GradContext& c) {
  const Tensor &x = c.in(0), &scale = c.in(3);
  const auto& attrs = c.attrs<BatchNormAttrs>();
  const Normalized n(x, c.in(1), c.in(2), attrs.epsilon);
  const Tensor grad = cast(passed(c.grad(), c.out(0), attrs), n.dtype);
  const Tensor factor = multiply(scale, n.rate);
  const Tensor sum = n.sum(grad);
  if (c.needs(0)) c.set(0, cast(multiply(grad, factor), x.dtype()));
  if (c.needs(1)) c.set(1, negative(multiply(factor, sum)));
  if (c.needs(2)) c.set(2, n.variance_grad(multiply(scale, n.sum(multiply(grad, n.centered)))));
  if (c.needs(3)) c.set(3, n.sum(multiply(grad, n.normal)));
  if (c.needs(4)) c.set(4, sum);
}

// With a, b, d the gradients of batch_norm_grad's outputs, k = scale * rate and n = normal:
// out0 = k (g - S1/N - n S2/N), out1 = S2 = sum(g n), out2 = S1 = sum(g).
struct NormSecondOrder {
  Tensor grad, scale, rate, normal;  // of which `normal` and `rate` are taken as independent
};

void add_x_part(const Normalized& n, const Tensor& a, const Tensor& g, const Tensor& scale,
                NormSecondOrder& out) {
  const Tensor s2 = n.sum(multiply(g, n.normal)), a1 = n.sum(a);
  const Tensor a2 = n.sum(multiply(a, n.normal));
  const Tensor mixed = add(multiply(n.sum(g), a1), multiply(a2, s2));
  const Tensor q = subtract(n.sum(multiply(a, g)), n.per_row(mixed, 1));
  const Tensor k = multiply(scale, n.rate);
  const Tensor mean_part = n.per_row(add(a1, multiply(n.normal, a2)), 1);
  accumulate(out.grad, multiply(k, subtract(a, mean_part)));
  accumulate(out.scale, multiply(n.rate, q));
  accumulate(out.rate, multiply(scale, q));
  accumulate(out.normal, multiply(n.per_row(k, -1), add(multiply(a, s2), multiply(g, a2))));
}

// Where the activation is off is constant.
void gradient_grad(GradContext& c) {
  const Tensor &x = c.in(1), &scale = c.in(2), &mean = c.in(4), &variance = c.in(5);
  const auto& attrs = c.attrs<BatchNormAttrs>();
  const Normalized n(x, mean, variance, attrs.epsilon);
  Tensor y;
  if (attrs.activation != FusedActivation::none)
    y = batch_norm_infer(x, mean, variance, scale, c.in(3), attrs);
  const Tensor g = cast(passed(c.in(0), y, attrs), n.dtype);
  NormSecondOrder out;
  if (c.grad(0).defined()) add_x_part(n, cast(c.grad(0), n.dtype), g, scale, out);
  if (c.grad(1).defined()) {
    accumulate(out.grad, multiply(c.grad(1), n.normal));
    accumulate(out.normal, multiply(c.grad(1), g));
  }
  if (c.grad(2).defined()) accumulate(out.grad, broadcast_to(c.grad(2), {.shape = x.shape()}));
  if (out.grad.defined()) c.set(0, passed(cast(out.grad, x.dtype()), y, attrs));
  c.set(2, out.scale);
  if (!out.normal.defined()) return;
  const Tensor x_grad = multiply(out.normal, n.rate);
  accumulate(out.rate, n.sum(multiply(out.normal, n.centered)));
  c.set(1, cast(x_grad, x.dtype()));
  c.set(4, negative(n.sum(x_grad)));
  c.set(5, n.variance_grad(out.rate));
}

constinit const OpDef bias_add_op{
    .name = "bias_add",
    .tf_name = "BiasAdd",
    .inputs = {"value", "bias"},
    .dtypes = kNumeric,
    .strided = true,
    .infer = infer_bias_add,
    .grad = bias_add_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = &cpu::elementwise<Add>, .cuda = PELTON_CUDA(cuda::elementwise<Add>)}};

constinit const OpDef train_op{
    .name = "batch_norm_train",
    .tf_name = "FusedBatchNormV3",
    .inputs = {"x", {"scale", kStatistic}, {"offset", kStatistic}},
    .outputs = 3,
    .attrs = &attrs_of<BatchNormAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_train,
    .grad = train_grad,
    .kernels = {.cpu = PELTON_CPU(batch_norm_train), .cuda = PELTON_CUDA(cuda::batch_norm_train)}};

constinit const OpDef inference_op{
    .name = "batch_norm_infer",
    .tf_name = "FusedBatchNormV3",
    .inputs = {"x",
               {"mean", kStatistic},
               {"variance", kStatistic},
               {"scale", kStatistic},
               {"offset", kStatistic}},
    .attrs = &attrs_of<BatchNormAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_inference,
    .grad = inference_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = PELTON_CPU(batch_norm_infer), .cuda = PELTON_CUDA(cuda::batch_norm_infer)}};

constinit const OpDef gradient_op{
    .name = "batch_norm_grad",
    .tf_name = "FusedBatchNormGradV3",
    .inputs = {"grad",
               "x",
               {"scale", kStatistic},
               {"offset", kStatistic},
               {"mean", kStatistic},
               {"variance", kStatistic}},
    .outputs = 3,
    .attrs = &attrs_of<BatchNormAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_gradient,
    .grad = gradient_grad,
    .kernels = {.cpu = PELTON_CPU(batch_norm_grad), .cuda = PELTON_CUDA(cuda::batch_norm_grad)}};

constexpr const OpDef* kNormOps[] = {&bias_add_op, &train_op, &inference_op, &gradient_op};

}  // namespace

Tensor bias_add(const Tensor& value, const Tensor& bias) {
  return call(bias_add_op, {value, bias});
}
Outputs batch_norm_train(const Tensor& x, const Tensor& scale, const Tensor& offset,
                         const BatchNormAttrs& attrs) {
  return call_all(train_op, std::array{x, widened(scale), widened(offset)}, &attrs);
}
Tensor batch_norm_infer(const Tensor& x, const Tensor& mean, const Tensor& variance,
                        const Tensor& scale, const Tensor& offset, const BatchNormAttrs& attrs) {
  return call(inference_op, {x, widened(mean), widened(variance), widened(scale), widened(offset)},
              attrs);
}
Outputs batch_norm_grad(const Tensor& grad, const Tensor& x, const Tensor& scale,
                        const Tensor& offset, const Tensor& mean, const Tensor& variance,
                        const BatchNormAttrs& attrs) {
  const std::array inputs{
      grad, x, widened(scale), widened(offset), widened(mean), widened(variance)};
  return call_all(gradient_op, inputs, &attrs);
}

const OpFamily norm_ops(kNormOps);

}  // namespace pelton
