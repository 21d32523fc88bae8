// Owns gather, scatter_add (each the other's gradient) and one_hot: ops that read indices.
#include "core/element.h"
#include "kernels/declared/array.h"
#include "ops/array/slices.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

constexpr DTypeSet kOneHotIndex{DType::uint8, DType::int8, DType::int32, DType::int64};

// `axis` of a tensor of `rank`, in [0, rank).
size_t indexed_axis(int64_t axis, int64_t rank) {
  check(rank > 0, "params must be at least 1 dimensional");
  // ~axis is -axis - 1, which always fits.
  const int64_t last = axis < 0 ? ~axis : axis;
  check(last < rank, "Shape must be at least rank ", static_cast<uint64_t>(last) + 1,
        " but is rank ", rank);
  return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

// `shape` with axis `axis` replaced by the axes of `indices`.
Shape gathered_shape(const Shape& shape, size_t axis, const Shape& indices) {
  Shape out(shape.begin(), shape.begin() + axis);
  for (int64_t size : indices) out.push_back(size);
  for (size_t i = axis + 1; i < shape.size(); ++i) out.push_back(shape[i]);
  return out;
}

void infer_gather(InferContext& c) {
  const size_t axis = indexed_axis(c.attrs<AxisAttrs>().axis, c.in(0).rank());
  c.add_output(c.dtype(0), gathered_shape(c.shape(0), axis, c.shape(1)));
}

void gather_grad(GradContext& c) {
  const int64_t axis = c.attrs<AxisAttrs>().axis;
  const Shape& shape = c.in(0).shape();
  c.set(0, indexed_axis(axis, c.in(0).rank()) == 0
               ? add_up_slices(c.grad(), c.in(1), shape)
               : scatter_add(c.grad(), c.in(1), {.shape = shape, .axis = axis}));
}

void infer_scatter_add(InferContext& c) {
  const ScatterAttrs& attrs = c.attrs<ScatterAttrs>();
  count_or_unknown(attrs.shape);
  const size_t axis = indexed_axis(attrs.axis, static_cast<int64_t>(attrs.shape.size()));
  const Shape expected = gathered_shape(attrs.shape, axis, c.shape(1));
  check(may_equal(c.shape(0), expected), "updates must have shape ", expected,
        " to be added at indices ", c.shape(1), " along axis ", axis, " of ", attrs.shape, ", got ",
        c.shape(0));
  c.add_output(c.dtype(0), attrs.shape);
}

void scatter_add_grad(GradContext& c) {
  c.set(0, gather(c.grad(), c.in(1), {.axis = c.attrs<ScatterAttrs>().axis}));
}

void infer_one_hot(InferContext& c) {
  const OneHotAttrs& attrs = c.attrs<OneHotAttrs>();
  const int64_t rank = c.in(0).rank();
  check(is_size(attrs.depth), "depth must be non-negative, got: ", attrs.depth);
  check(attrs.axis >= -1 && attrs.axis <= rank, "Expected axis to be -1 or between [0, ", rank + 1,
        ").  But received: ", attrs.axis);
  to_element(attrs.on_value, attrs.dtype);
  to_element(attrs.off_value, attrs.dtype);
  Shape shape = c.shape(0);
  shape.insert(static_cast<size_t>(attrs.axis == -1 ? rank : attrs.axis), attrs.depth);
  c.add_output(attrs.dtype, shape);
}

// Rows of the indices pick from one table, or every row of params is picked from alike.
Sharding gather_sharding(const ShardingContext& c) {
  const bool is_first = indexed_axis(c.attrs<AxisAttrs>().axis, c.inputs[0].rank()) == 0;
  const Sharding picked_from = c.shardings[0], indices = c.shardings[1];
  return sharding_rules::sharded_if(
      is_first ? picked_from == Sharding::replicated() && indices == Sharding::sharded()
               : picked_from == Sharding::sharded() && indices == Sharding::replicated());
}

// The gradient of either.
Sharding scatter_add_sharding(const ShardingContext& c) {
  if (indexed_axis(c.attrs<ScatterAttrs>().axis, c.output.rank()) == 0)
    return sharding_rules::partial_sum_if(sharding_rules::is_of_all(c));
  return sharding_rules::of_first(c);
}

Sharding one_hot_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_of_first(c) &&
                                    c.attrs<OneHotAttrs>().axis != 0);
}

constinit const OpDef gather_op{.name = "gather",
                                .tf_name = "GatherV2",
                                .inputs = {"params", {"indices", kIndex}},
                                .attrs = &attrs_of<AxisAttrs>,
                                .keep = Keep::inputs,
                                .infer = infer_gather,
                                .grad = gather_grad,
                                .sharding = gather_sharding,
                                .kernels = {.cpu = cpu::gather, .cuda = PELTON_CUDA(cuda::gather)}};

constinit const OpDef scatter_add_op{
    .name = "scatter_add",
    .tf_name = "ScatterAdd",
    .inputs = {"updates", {"indices", kIndex}},
    .attrs = &attrs_of<ScatterAttrs>,
    .dtypes = kNumeric,
    .keep = Keep::inputs,
    .infer = infer_scatter_add,
    .grad = scatter_add_grad,
    .sharding = scatter_add_sharding,
    .kernels = {.cpu = cpu::scatter_add, .cuda = PELTON_CUDA(cuda::scatter_add)}};

constinit const OpDef one_hot_op{
    .name = "one_hot",
    .tf_name = "OneHot",
    .inputs = {{"indices", kOneHotIndex}},
    .attrs = &attrs_of<OneHotAttrs>,
    .infer = infer_one_hot,
    .grad = no_gradient,
    .sharding = one_hot_sharding,
    .kernels = {.cpu = cpu::one_hot, .cuda = PELTON_CUDA(cuda::one_hot)}};

constexpr const OpDef* kGatherOps[] = {&gather_op, &scatter_add_op, &one_hot_op};

}  // namespace

Tensor gather(const Tensor& params, const Tensor& indices, const AxisAttrs& attrs) {
  return call(gather_op, {params, indices}, attrs);
}
Tensor scatter_add(const Tensor& updates, const Tensor& indices, const ScatterAttrs& attrs) {
  return call(scatter_add_op, {updates, indices}, attrs);
}
Tensor one_hot(const Tensor& indices, const OneHotAttrs& attrs) {
  return call(one_hot_op, {indices}, attrs);
}

const OpFamily gather_ops(kGatherOps);

}  // namespace pelton
