// Owns layer normalisation: definitions and gradients.
#include "kernels/declared/norm.h"

#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/infer.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/nn/norm_statistics.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

// Scale (and offset) have the last axes of x, which are normalised.
void check_last_axes(const InferContext& c, size_t x) {
  const Shape& shape = c.shape(x);
  for (size_t i = x + 1; i < c.input_count(); ++i) {
    const char* name = c.op().inputs[i].name;
    const Shape& own = c.shape(i);
    check_statistic_dtype(c, i, x);
    check(!own.empty(), name, " must have at least one axis, got ", own);
    check(
        own.size() <= shape.size() && may_equal(own, Shape(shape.end() - own.size(), shape.end())),
        name, " must have the last axes of x, got ", own, " and ", shape);
    check(may_equal(own, c.shape(x + 1)), name, " must have the shape of ",
          c.op().inputs[x + 1].name, ", got ", own, " and ", c.shape(x + 1));
  }
}

void infer_layer_norm(InferContext& c) {
  check_last_axes(c, 0);
  infer::same_as_first(c);
}

void infer_layer_norm_grad(InferContext& c) {
  check(may_equal(c.shape(0), c.shape(1)), "grad must have the shape of x: ", c.shape(0), " vs. ",
        c.shape(1));
  check_last_axes(c, 1);
  infer::same_as_first(c);
  c.add_output(c.dtype(2), c.shape(2));
  c.add_output(c.dtype(2), c.shape(2));
}

void layer_norm_first_order(GradContext& c) {
  const Outputs grads = layer_norm_grad(c.grad(), c.in(0), c.in(1), c.attrs<LayerNormAttrs>());
  for (size_t i = 0; i < 3; ++i) c.set(i, grads.tensors[i]);
}

// Pieces of the gradient's gradient, in the dtype of scale.
struct NormalizedRows {
  NormalizedRows(const Tensor& input, const Tensor& scale, double epsilon) : dtype(scale.dtype()) {
    for (int64_t i = input.rank() - scale.rank(); i < input.rank(); ++i) axes.push_back(i);
    const Tensor x = cast(input, dtype), centered = subtract(x, mean(x));
    rate = rsqrt(add(mean(square(centered)), scalar(epsilon, dtype)));
    normal = multiply(centered, rate);
  }
  Tensor mean(const Tensor& x) const { return reduce_mean(x, {.axis = axes, .keepdims = true}); }
  // u - mean(u) - normal * mean(u * normal): the gradient of x from u, that of normal, is `rate`
  // times this.
  Tensor projected(const Tensor& u) const {
    return subtract(subtract(u, mean(u)), multiply(normal, mean(multiply(u, normal))));
  }

  DType dtype;
  Axes axes;
  Tensor rate, normal;
};

// With a, b, d the gradients of layer_norm_grad's outputs and h = g * scale:
// out0 = rate * projected(h), out1 = sum(g * normal), out2 = sum(g), sums over the rows.
void layer_norm_second_order(GradContext& c) {
  const Tensor &x = c.in(1), &scale = c.in(2);
  const NormalizedRows rows(x, scale, c.attrs<LayerNormAttrs>().epsilon);
  const Tensor g = cast(c.in(0), rows.dtype);
  Tensor g_grad, normal_grad, x_grad;
  if (c.grad(0).defined()) {
    const Tensor a = cast(c.grad(0), rows.dtype), h = multiply(g, scale);
    const Tensor part = multiply(rows.rate, rows.projected(a));
    accumulate(g_grad, multiply(scale, part));
    c.set(2, sum_to_shape(multiply(g, part), scale.shape()));
    const Tensor mixed = add(multiply(a, rows.mean(multiply(h, rows.normal))),
                             multiply(h, rows.mean(multiply(a, rows.normal))));
    accumulate(normal_grad, negative(multiply(rows.rate, mixed)));
    // rate falls with the variance: d rate / d x = -rate^2 * normal / n.
    const Tensor rate_grad = rows.mean(multiply(a, rows.projected(h)));
    accumulate(x_grad, negative(multiply(multiply(square(rows.rate), rate_grad), rows.normal)));
  }
  if (c.grad(1).defined()) {
    accumulate(g_grad, multiply(c.grad(1), rows.normal));
    accumulate(normal_grad, multiply(c.grad(1), g));
  }
  if (c.grad(2).defined()) accumulate(g_grad, broadcast_to(c.grad(2), {.shape = x.shape()}));
  if (normal_grad.defined()) accumulate(x_grad, multiply(rows.rate, rows.projected(normal_grad)));
  if (g_grad.defined()) c.set(0, cast(g_grad, x.dtype()));
  if (x_grad.defined()) c.set(1, cast(x_grad, x.dtype()));
}

// Whether the first axis of x is not normalised.
bool keeps_first_axis(const ShardingContext& c, size_t x) {
  return c.inputs[x + 1].rank() < c.inputs[x].rank();
}

Sharding layer_norm_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_of_first(c) && keeps_first_axis(c, 0));
}

Sharding layer_norm_grad_sharding(const ShardingContext& c) {
  const bool holds = sharding_rules::is_sharded(c, 0) && sharding_rules::is_sharded(c, 1) &&
                     c.shardings[2] == Sharding::replicated() && keeps_first_axis(c, 1);
  return c.index == 0 ? sharding_rules::sharded_if(holds) : sharding_rules::partial_sum_if(holds);
}

constinit const OpDef layer_norm_op{
    .name = "layer_norm",
    .tf_name = "LayerNorm",
    .inputs = {"x", {"scale", kStatistic}, {"offset", kStatistic}},
    .attrs = &attrs_of<LayerNormAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_layer_norm,
    .grad = layer_norm_first_order,
    .sharding = layer_norm_sharding,
    .kernels = {.cpu = PELTON_CPU(layer_norm), .cuda = PELTON_CUDA(cuda::layer_norm)}};

constinit const OpDef layer_norm_grad_op{
    .name = "layer_norm_grad",
    .tf_name = "LayerNormGrad",
    .inputs = {"grad", "x", {"scale", kStatistic}},
    .outputs = 3,
    .attrs = &attrs_of<LayerNormAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_layer_norm_grad,
    .grad = layer_norm_second_order,
    .sharding = layer_norm_grad_sharding,
    .kernels = {.cpu = PELTON_CPU(layer_norm_grad), .cuda = PELTON_CUDA(cuda::layer_norm_grad)}};

constexpr const OpDef* kLayerNormOps[] = {&layer_norm_op, &layer_norm_grad_op};

}  // namespace

Tensor layer_norm(const Tensor& x, const Tensor& scale, const Tensor& offset,
                  const LayerNormAttrs& attrs) {
  return call(layer_norm_op, {x, widened(scale), widened(offset)}, attrs);
}
Outputs layer_norm_grad(const Tensor& grad, const Tensor& x, const Tensor& scale,
                        const LayerNormAttrs& attrs) {
  return call_all(layer_norm_grad_op, std::array{grad, x, widened(scale)}, &attrs);
}

const OpFamily layer_norm_ops(kLayerNormOps);

}  // namespace pelton
