// Owns the convolution and its two gradients, which are each other's gradients too.
#include "kernels/cpu/conv/conv2d.h"
#include "kernels/cuda/gemm/matmul.h"

#include "kernels/common/window.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

Conv2dGradAttrs grad_attrs(const Shape& shape, const Conv2dAttrs& a) {
  return {shape, a.strides, a.padding, a.dilations, a.explicit_paddings};
}

void infer_conv2d(InferContext& c) {
  const Conv2dShape shape = conv2d_shape(c.shape(0), c.shape(1), c.attrs<Conv2dAttrs>());
  count_or_unknown(shape.output());
  c.add_output(c.dtype(0), shape.output());
}

// The convolution is linear in both operands: each gradient's gradient is one of the three again.
void conv2d_grad(GradContext& c) {
  const auto& a = c.attrs<Conv2dAttrs>();
  if (c.needs(0)) c.set(0, conv2d_input_grad(c.in(1), c.grad(), grad_attrs(c.in(0).shape(), a)));
  if (c.needs(1)) c.set(1, conv2d_filter_grad(c.in(0), c.grad(), grad_attrs(c.in(1).shape(), a)));
}

void check_out_grad(const Conv2dShape& shape, const Shape& out_grad) {
  check(may_equal(out_grad, shape.output()), "out_grad has shape ", out_grad,
        ", but the convolution has ", "output shape ", shape.output());
}

void infer_input_grad(InferContext& c) {
  const auto& attrs = c.attrs<Conv2dGradAttrs>();
  count_or_unknown(attrs.shape);
  check_out_grad(conv2d_shape(attrs.shape, c.shape(0), forward_attrs(attrs)), c.shape(1));
  c.add_output(c.dtype(0), attrs.shape);
}

void input_grad_grad(GradContext& c) {
  const auto& attrs = c.attrs<Conv2dGradAttrs>();
  const Conv2dAttrs forward = forward_attrs(attrs);
  if (c.needs(0))
    c.set(0, conv2d_filter_grad(c.grad(), c.in(1), grad_attrs(c.in(0).shape(), forward)));
  if (c.needs(1)) c.set(1, conv2d(c.grad(), c.in(0), forward));
}

void infer_filter_grad(InferContext& c) {
  const auto& attrs = c.attrs<Conv2dGradAttrs>();
  count_or_unknown(attrs.shape);
  check_out_grad(conv2d_shape(c.shape(0), attrs.shape, forward_attrs(attrs)), c.shape(1));
  c.add_output(c.dtype(0), attrs.shape);
}

void filter_grad_grad(GradContext& c) {
  const auto& attrs = c.attrs<Conv2dGradAttrs>();
  const Conv2dAttrs forward = forward_attrs(attrs);
  if (c.needs(0))
    c.set(0, conv2d_input_grad(c.grad(), c.in(1), grad_attrs(c.in(0).shape(), forward)));
  if (c.needs(1)) c.set(1, conv2d(c.in(0), c.grad(), forward));
}

// Rows of the gradient of an input follow from those of out_grad.
Sharding input_grad_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(c.shardings[0] == Sharding::replicated() &&
                                    sharding_rules::is_sharded(c, 1));
}

// That of the filters is a sum over the rows of both.
Sharding filter_grad_sharding(const ShardingContext& c) {
  return sharding_rules::partial_sum_if(sharding_rules::is_of_all(c));
}

constinit const OpDef conv2d_op{.name = "conv2d",
                                .tf_name = "Conv2D",
                                .inputs = {"input", "filters"},
                                .attrs = &attrs_of<Conv2dAttrs>,
                                .dtypes = kFloating,
                                .keep = Keep::inputs,
                                .infer = infer_conv2d,
                                .grad = conv2d_grad,
                                .sharding = sharding_rules::of_first,
                                .kernels = {.cpu = cpu::conv2d, .cuda = PELTON_CUDA(cuda::conv2d)}};

constinit const OpDef input_grad_op{
    .name = "conv2d_input_grad",
    .tf_name = "Conv2DBackpropInput",
    .inputs = {"filters", "out_grad"},
    .attrs = &attrs_of<Conv2dGradAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_input_grad,
    .grad = input_grad_grad,
    .sharding = input_grad_sharding,
    .kernels = {.cpu = cpu::conv2d_input_grad, .cuda = PELTON_CUDA(cuda::conv2d_input_grad)}};

constinit const OpDef filter_grad_op{
    .name = "conv2d_filter_grad",
    .tf_name = "Conv2DBackpropFilter",
    .inputs = {"input", "out_grad"},
    .attrs = &attrs_of<Conv2dGradAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_filter_grad,
    .grad = filter_grad_grad,
    .sharding = filter_grad_sharding,
    .kernels = {.cpu = cpu::conv2d_filter_grad, .cuda = PELTON_CUDA(cuda::conv2d_filter_grad)}};

constexpr const OpDef* kConv2dOps[] = {&conv2d_op, &input_grad_op, &filter_grad_op};

}  // namespace

Tensor conv2d(const Tensor& input, const Tensor& filters, const Conv2dAttrs& attrs) {
  return call(conv2d_op, {input, filters}, attrs);
}

Tensor conv2d_input_grad(const Tensor& filters, const Tensor& out_grad,
                         const Conv2dGradAttrs& attrs) {
  return call(input_grad_op, {filters, out_grad}, attrs);
}

Tensor conv2d_filter_grad(const Tensor& input, const Tensor& out_grad,
                          const Conv2dGradAttrs& attrs) {
  return call(filter_grad_op, {input, out_grad}, attrs);
}

const OpFamily conv2d_ops(kConv2dOps);

}  // namespace pelton
