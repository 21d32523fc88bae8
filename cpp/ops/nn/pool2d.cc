// Owns max and average pooling with their gradients.
#include "kernels/declared/pool2d.h"

#include "kernels/common/window.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

void infer_pool(InferContext& c) {
  const Pool2dShape shape = pool2d_shape(c.shape(0), c.attrs<Pool2dAttrs>());
  count_or_unknown(shape.output());
  c.add_output(c.dtype(0), shape.output());
}

void check_out_grad(const Pool2dShape& shape, const Shape& out_grad) {
  check(may_equal(out_grad, shape.output()), "out_grad has shape ", out_grad,
        ", but the pool has output shape ", shape.output());
}

void max_pool_grad(GradContext& c) {
  c.set(0, max_pool2d_grad(c.in(0), c.grad(), c.attrs<Pool2dAttrs>()));
}

void infer_max_pool_grad(InferContext& c) {
  check_out_grad(pool2d_shape(c.shape(0), c.attrs<Pool2dAttrs>()), c.shape(1));
  c.add_output(c.dtype(0), c.shape(0));
}

// Which element is the largest does not change for small steps of the input: no gradient there.
void max_pool_grad_grad(GradContext& c) {
  if (c.needs(1)) c.set(1, max_pool2d_pick(c.in(0), c.grad(), c.attrs<Pool2dAttrs>()));
}

void infer_max_pool_pick(InferContext& c) {
  const Pool2dShape shape = pool2d_shape(c.shape(0), c.attrs<Pool2dAttrs>());
  check(may_equal(c.shape(1), c.shape(0)), "values has shape ", c.shape(1), ", but input has ",
        c.shape(0));
  c.add_output(c.dtype(0), shape.output());
}

void max_pool_pick_grad(GradContext& c) {
  if (c.needs(1)) c.set(1, max_pool2d_grad(c.in(0), c.grad(), c.attrs<Pool2dAttrs>()));
}

void avg_pool_grad(GradContext& c) {
  const auto& a = c.attrs<Pool2dAttrs>();
  c.set(0, avg_pool2d_grad(c.grad(), {c.in(0).shape(), a.ksize, a.strides, a.padding}));
}

void infer_avg_pool_grad(InferContext& c) {
  const auto& attrs = c.attrs<Pool2dGradAttrs>();
  count_or_unknown(attrs.shape);
  check_out_grad(pool2d_shape(attrs.shape, forward_attrs(attrs)), c.shape(0));
  c.add_output(c.dtype(0), attrs.shape);
}

void avg_pool_grad_grad(GradContext& c) {
  c.set(0, avg_pool2d(c.grad(), forward_attrs(c.attrs<Pool2dGradAttrs>())));
}

constinit const OpDef max_pool_op{
    .name = "max_pool2d",
    .tf_name = "MaxPool",
    .inputs = {"input"},
    .attrs = &attrs_of<Pool2dAttrs>,
    .dtypes = kReal,
    .keep = Keep::inputs,
    .infer = infer_pool,
    .grad = max_pool_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = cpu::max_pool2d, .cuda = PELTON_CUDA(cuda::max_pool2d)}};

constinit const OpDef max_pool_grad_op{
    .name = "max_pool2d_grad",
    .tf_name = "MaxPoolGrad",
    .inputs = {"input", "out_grad"},
    .attrs = &attrs_of<Pool2dAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_max_pool_grad,
    .grad = max_pool_grad_grad,
    .sharding = sharding_rules::of_all,
    .kernels = {.cpu = cpu::max_pool2d_grad, .cuda = PELTON_CUDA(cuda::max_pool2d_grad)}};

constinit const OpDef max_pool_pick_op{
    .name = "max_pool2d_pick",
    .tf_name = "MaxPoolGradGrad",
    .inputs = {"input", "values"},
    .attrs = &attrs_of<Pool2dAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_max_pool_pick,
    .grad = max_pool_pick_grad,
    .sharding = sharding_rules::of_all,
    .kernels = {.cpu = cpu::max_pool2d_pick, .cuda = PELTON_CUDA(cuda::max_pool2d_pick)}};

constinit const OpDef avg_pool_op{
    .name = "avg_pool2d",
    .tf_name = "AvgPool",
    .inputs = {"input"},
    .attrs = &attrs_of<Pool2dAttrs>,
    .dtypes = kFloating,
    .infer = infer_pool,
    .grad = avg_pool_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = cpu::avg_pool2d, .cuda = PELTON_CUDA(cuda::avg_pool2d)}};

constinit const OpDef avg_pool_grad_op{
    .name = "avg_pool2d_grad",
    .tf_name = "AvgPoolGrad",
    .inputs = {"out_grad"},
    .attrs = &attrs_of<Pool2dGradAttrs>,
    .dtypes = kFloating,
    .infer = infer_avg_pool_grad,
    .grad = avg_pool_grad_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = cpu::avg_pool2d_grad, .cuda = PELTON_CUDA(cuda::avg_pool2d_grad)}};

constexpr const OpDef* kPool2dOps[] = {&max_pool_op, &max_pool_grad_op, &max_pool_pick_op,
                                       &avg_pool_op, &avg_pool_grad_op};

}  // namespace

Tensor max_pool2d(const Tensor& input, const Pool2dAttrs& attrs) {
  return call(max_pool_op, {input}, attrs);
}

Tensor max_pool2d_grad(const Tensor& input, const Tensor& out_grad, const Pool2dAttrs& attrs) {
  return call(max_pool_grad_op, {input, out_grad}, attrs);
}

Tensor max_pool2d_pick(const Tensor& input, const Tensor& values, const Pool2dAttrs& attrs) {
  return call(max_pool_pick_op, {input, values}, attrs);
}

Tensor avg_pool2d(const Tensor& input, const Pool2dAttrs& attrs) {
  return call(avg_pool_op, {input}, attrs);
}

Tensor avg_pool2d_grad(const Tensor& out_grad, const Pool2dGradAttrs& attrs) {
  return call(avg_pool_grad_op, {out_grad}, attrs);
}

const OpFamily pool2d_ops(kPool2dOps);

}  // namespace pelton
