// Owns softmax and log_softmax along one axis.
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

void softmax_grad(GradContext& c) {
  const Tensor &y = c.out(0), &g = c.grad();
  c.set(0, multiply(subtract(g, sum_along(multiply(g, y), c.attrs<SoftmaxAttrs>())), y));
}

void log_softmax_grad(GradContext& c) {
  const Tensor &y = c.out(0), &g = c.grad();
  c.set(0, subtract(g, multiply(exp(y), sum_along(g, c.attrs<SoftmaxAttrs>()))));
}

Sharding softmax_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(
      sharding_rules::is_along(c, c.attrs<SoftmaxAttrs>().axis.value_or(-1)));
}

constinit const OpDef softmax_op{
    .name = "softmax",
    .tf_name = "Softmax",
    .inputs = {"logits"},
    .attrs = &attrs_of<SoftmaxAttrs>,
    .dtypes = kFloating,
    .keep = Keep::outputs,
    .infer = infer_softmax,
    .grad = softmax_grad,
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
    .grad = log_softmax_grad,
    .sharding = softmax_sharding,
    .kernels = {.cpu = PELTON_CPU(log_softmax), .cuda = PELTON_CUDA(cuda::log_softmax)}};

constexpr const OpDef* kSoftmaxOps[] = {&softmax_op, &log_softmax_op};

}  // namespace

Tensor softmax(const Tensor& logits, const SoftmaxAttrs& attrs) {
  return call(softmax_op, {logits}, attrs);
}

Tensor log_softmax(const Tensor& logits, const SoftmaxAttrs& attrs) {
  return call(log_softmax_op, {logits}, attrs);
}

const OpFamily softmax_ops(kSoftmaxOps);

}  // namespace pelton
