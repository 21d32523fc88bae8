// Owns where, clip_by_value, and the ops that hand a tensor on: cast, identity, stop_gradient.
#include "kernels/common/functors/functors_select.h"
#include "kernels/cuda/elementwise/elementwise.h"

#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

void infer_where(InferContext& c) {
  Shape shape;
  try {
    shape = broadcast_shapes(broadcast_shapes(c.shape(0), c.shape(1)), c.shape(2));
  } catch (const Error&) {
    raise(Code::invalid_argument, "condition ", c.shape(0), ", then ", c.shape(1), ", and else ",
          c.shape(2), " must be broadcastable");
  }
  c.add_output(c.dtype(1), shape);
}

void where_grad(GradContext& c) {
  const Tensor zero = scalar_like(0, c.grad());
  if (c.needs(1)) c.set(1, where(c.in(0), c.grad(), zero));
  if (c.needs(2)) c.set(2, where(c.in(0), zero, c.grad()));
}

void infer_clip(InferContext& c) {
  const Shape& shape = c.shape(0);
  const Shape common = broadcast_shapes(broadcast_shapes(shape, c.shape(1)), c.shape(2));
  check(may_equal(common, shape), "Shapes ", shape, " and ", common,
        " are incompatible: clip_value_min and clip_value_max must broadcast to t");
  c.add_output(c.dtype(0), merge_shapes(shape, common));
}

// The bounds themselves count as inside; below both bounds the lower one gets the gradient.
void clip_grad(GradContext& c) {
  const Tensor &t = c.in(0), &low = c.in(1), &high = c.in(2);
  const Tensor zero = scalar_like(0, t);
  const Tensor below = less(t, low), above = greater(t, high);
  if (c.needs(0)) c.set(0, where(logical_or(below, above), zero, c.grad()));
  if (c.needs(1)) c.set(1, where(below, c.grad(), zero));
  if (c.needs(2)) c.set(2, where(logical_and(above, logical_not(below)), c.grad(), zero));
}

void infer_cast(InferContext& c) {
  const DType from = c.dtype(0), to = c.attrs<DTypeAttrs>().dtype;
  check((from == DType::string) == (to == DType::string), Code::unimplemented, "Cast ",
        kernel_name(from), " to ", kernel_name(to), " is not supported");
  c.add_output(to, c.shape(0));
}

void cast_grad(GradContext& c) {
  const DType from = c.in(0).dtype();
  if (kInexact.contains(from) && kInexact.contains(c.grad().dtype()))
    c.set(0, cast(c.grad(), from));
}

void identity_grad(GradContext& c) { c.set(0, c.grad()); }

// Bytes of its own, which nobody else sees: the input's where that is a copy made for this call.
Tensor own_bytes(const InferContext& c) {
  const Tensor& x = c.in(0);
  return c.may_keep(0) && x.is_contiguous() ? x.view(x.layout()) : copy(x);
}

// A sum is cast before the parts are added, which rounds no more than after.
Sharding cast_sharding(const ShardingContext& c) {
  const bool is_sum =
      c.shardings[0] == Sharding::partial_sum() || c.shardings[0] == Sharding::partial_mean();
  return is_sum && is_floating(c.output.dtype()) ? c.shardings[0] : sharding_rules::of_first(c);
}

constinit const OpDef where_op{.name = "where",
                               .tf_name = "SelectV2",
                               .inputs = {{"condition", kBoolean}, "x", "y"},
                               .strided = true,
                               .keep = Keep::inputs,
                               .infer = infer_where,
                               .grad = where_grad,
                               .sharding = sharding_rules::of_broadcast,
                               .kernels = {.cpu = cpu::where, .cuda = PELTON_CUDA(cuda::where)}};
constinit const OpDef clip_by_value_op =
    elementwise_op<Clip>({.name = "clip_by_value",
                          .tf_name = "ClipByValue",
                          .inputs = {"t", "clip_value_min", "clip_value_max"},
                          .keep = Keep::inputs,
                          .infer = infer_clip,
                          .grad = clip_grad});
constinit const OpDef cast_op{.name = "cast",
                              .tf_name = "Cast",
                              .inputs = {"x"},
                              .attrs = &attrs_of<DTypeAttrs>,
                              .strided = true,
                              .infer = infer_cast,
                              .grad = cast_grad,
                              .sharding = cast_sharding,
                              .kernels = {.cpu = cpu::cast, .cuda = PELTON_CUDA(cuda::cast)}};
constinit const OpDef identity_op{.name = "identity",
                                  .tf_name = "Identity",
                                  .inputs = {"input"},
                                  .infer = infer::same_as_first,
                                  .grad = identity_grad,
                                  .view = own_bytes,
                                  .sharding = sharding_rules::of_first};
constinit const OpDef stop_gradient_op{.name = "stop_gradient",
                                       .tf_name = "StopGradient",
                                       .inputs = {"input"},
                                       .infer = infer::same_as_first,
                                       .grad = no_gradient,
                                       .view = infer::same_bytes,
                                       .sharding = sharding_rules::of_first};

constexpr const OpDef* kSelectOps[] = {&where_op, &clip_by_value_op, &cast_op, &identity_op,
                                       &stop_gradient_op};

}  // namespace

Tensor where(const Tensor& condition, const Tensor& x, const Tensor& y) {
  return call(where_op, {condition, x, y});
}
Tensor clip_by_value(const Tensor& t, const Tensor& low, const Tensor& high) {
  return call(clip_by_value_op, {t, low, high});
}
Tensor cast(const Tensor& x, DType dtype) {
  return x.dtype() == dtype ? x : call(cast_op, {x}, DTypeAttrs{dtype});
}
Tensor identity(const Tensor& x) { return call(identity_op, {x}); }
Tensor stop_gradient(const Tensor& x) { return call(stop_gradient_op, {x}); }

const OpFamily select_ops(kSelectOps);

}  // namespace pelton
