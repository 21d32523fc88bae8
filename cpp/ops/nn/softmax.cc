// Owns softmax and log_softmax along one axis, and the ops that are their gradients.
#include "kernels/declared/softmax.h"

#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

int64_t axis_of(const SoftmaxAttrs& attrs) { return attrs.axis.value_or(-1); }

void infer_softmax(InferContext& c) {
  check(c.in(0).rank() > 0, "logits must be at least 1 dimensional");
  normalize_axis(axis_of(c.attrs<SoftmaxAttrs>()), c.in(0).rank());
  c.add_output(c.dtype(0), c.shape(0));
}

Tensor sum_along(const Tensor& x, const SoftmaxAttrs& attrs) {
  return reduce_sum(x, {.axis = Axes{axis_of(attrs)}, .keepdims = true});
}

void softmax_grad_of(GradContext& c) {
  c.set(0, softmax_grad(c.grad(), c.out(0), c.attrs<SoftmaxAttrs>()));
}

void log_softmax_grad_of(GradContext& c) {
  c.set(0, log_softmax_grad(c.grad(), c.out(0), c.attrs<SoftmaxAttrs>()));
}

// Of (g - sum(g y)) y, which is linear in g and symmetric.
void softmax_grad_grad(GradContext& c) {
  const auto& attrs = c.attrs<SoftmaxAttrs>();
  const Tensor &g = c.in(0), &y = c.in(1), &grad = c.grad();
  if (c.needs(0)) c.set(0, softmax_grad(grad, y, attrs));
  if (!c.needs(1)) return;
  const Tensor of_rest = multiply(grad, subtract(g, sum_along(multiply(g, y), attrs)));
  c.set(1, subtract(of_rest, multiply(sum_along(multiply(grad, y), attrs), g)));
}

// Of g - sum(g) exp(y).
void log_softmax_grad_grad(GradContext& c) {
  const auto& attrs = c.attrs<SoftmaxAttrs>();
  const Tensor product = multiply(c.grad(), exp(c.in(1)));
  if (c.needs(0)) c.set(0, subtract(c.grad(), sum_along(product, attrs)));
  if (c.needs(1)) c.set(1, negative(multiply(product, sum_along(c.in(0), attrs))));
}

void infer_softmax_grad(InferContext& c) {
  infer_softmax(c);
  check(may_equal(c.shape(0), c.shape(1)),
        "gradients and the result must have the same shape, got ", c.shape(0), " and ", c.shape(1));
}

Sharding softmax_sharding(const ShardingContext& c) {
  const int64_t axis = axis_of(c.attrs<SoftmaxAttrs>()), rank = c.inputs[0].rank();
  return sharding_rules::sharded_if(sharding_rules::is_of_all(c) && axis != 0 && axis != -rank);
}

constinit const OpDef softmax_op{
    .name = "softmax",
    .tf_name = "Softmax",
    .inputs = {"logits"},
    .attrs = &attrs_of<SoftmaxAttrs>,
    .dtypes = kFloating,
    .keep = Keep::outputs,
    .infer = infer_softmax,
    .grad = softmax_grad_of,
    .sharding = softmax_sharding,
    .kernels = {.cpu = PELTON_CPU(softmax), .cuda = PELTON_CUDA(cuda::softmax)}};

constinit const OpDef log_softmax_op{
    .name = "log_softmax",
    .tf_name = "LogSoftmax",
    .inputs = {"logits"},
    .attrs = &attrs_of<SoftmaxAttrs>,
    .dtypes = kFloating,
    .keep = Keep::outputs,
    .infer = infer_softmax,
    .grad = log_softmax_grad_of,
    .sharding = softmax_sharding,
    .kernels = {.cpu = PELTON_CPU(log_softmax), .cuda = PELTON_CUDA(cuda::log_softmax)}};

// The gradient in terms of the result, in one pass over each row.
constexpr OpDef grad_op(const char* name, const char* tf_name, const char* result, Grad grad,
                        Kernels kernels) {
  return {.name = name,
          .tf_name = tf_name,
          .inputs = {"gradients", result},
          .attrs = &attrs_of<SoftmaxAttrs>,
          .dtypes = kFloating,
          .keep = Keep::inputs,
          .infer = infer_softmax_grad,
          .grad = grad,
          .sharding = softmax_sharding,
          .kernels = kernels};
}

constinit const OpDef softmax_grad_op =
    grad_op("softmax_grad", "SoftmaxGrad", "softmax", softmax_grad_grad,
            {.cpu = PELTON_CPU(softmax_grad), .cuda = PELTON_CUDA(cuda::softmax_grad)});
constinit const OpDef log_softmax_grad_op =
    grad_op("log_softmax_grad", "LogSoftmaxGrad", "log_softmax", log_softmax_grad_grad,
            {.cpu = PELTON_CPU(log_softmax_grad), .cuda = PELTON_CUDA(cuda::log_softmax_grad)});

constexpr const OpDef* kSoftmaxOps[] = {&softmax_op, &log_softmax_op, &softmax_grad_op,
                                        &log_softmax_grad_op};

}  // namespace

Tensor softmax(const Tensor& logits, const SoftmaxAttrs& attrs) {
  return call(softmax_op, {logits}, attrs);
}

Tensor log_softmax(const Tensor& logits, const SoftmaxAttrs& attrs) {
  return call(log_softmax_op, {logits}, attrs);
}

Tensor softmax_grad(const Tensor& gradients, const Tensor& softmax, const SoftmaxAttrs& attrs) {
  return call(softmax_grad_op, {gradients, softmax}, attrs);
}

Tensor log_softmax_grad(const Tensor& gradients, const Tensor& log_softmax,
                        const SoftmaxAttrs& attrs) {
  return call(log_softmax_grad_op, {gradients, log_softmax}, attrs);
}

const OpFamily softmax_ops(kSoftmaxOps);

}  // namespace pelton
