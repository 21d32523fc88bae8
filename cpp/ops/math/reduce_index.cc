// Owns argmax, argmin and sum_to_shape.
#include "kernels/cpu/reduce/reduce.h"
#include "kernels/cuda/reduce/reduce.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

void infer_arg_reduce(InferContext& c) {
  const auto& attrs = c.attrs<ArgReduceAttrs>();
  const int64_t rank = c.in(0).rank();
  check(attrs.axis >= -rank && attrs.axis < rank, "Expected dimension in the range [", -rank, ", ",
        rank, "), but got ", attrs.axis);
  check(kIndex.contains(attrs.output_type), "output_type must be int32 or int64, got ",
        attrs.output_type);
  Shape shape = c.shape(0);
  const auto axis = static_cast<size_t>(attrs.axis < 0 ? attrs.axis + rank : attrs.axis);
  check(shape[axis] > 0 || !is_known(shape[axis]), "Reduction axis ", axis, " is empty in shape ",
        shape);
  check(attrs.output_type == DType::int64 || shape[axis] <= INT32_MAX, "axis of size ", shape[axis],
        " has indices that int32 cannot hold");
  shape.erase(axis);
  c.add_output(attrs.output_type, shape);
}

void infer_sum_to_shape(InferContext& c) {
  const Shape& shape = c.attrs<ReshapeAttrs>().shape;
  count_or_unknown(shape);
  bool fits = shape.size() <= c.shape(0).size();
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = shape[i] == 1 || may_equal(shape[i], c.shape(0)[c.shape(0).size() - shape.size() + i]);
  check(fits, "shape ", shape, " does not broadcast to ", c.shape(0));
  c.add_output(c.dtype(0), shape);
}

void sum_to_shape_grad(GradContext& c) {
  c.set(0, broadcast_to(c.grad(), {.shape = c.in(0).shape()}));
}

constexpr DTypeSet kOrdered = kReal | kBoolean;

// A sum over the rows, where it leaves out or sums up their axis.
Sharding sum_to_shape_sharding(const ShardingContext& c) {
  if (!sharding_rules::is_of_first(c)) return Sharding::none();
  const bool keeps_rows = c.output.rank() == c.inputs[0].rank() && c.output.shape()[0] != 1;
  return keeps_rows ? Sharding::sharded() : Sharding::partial_sum();
}

Sharding arg_reduce_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_along(c, c.attrs<ArgReduceAttrs>().axis));
}

constinit const OpDef argmax_op{
    .name = "argmax",
    .tf_name = "ArgMax",
    .inputs = {"input"},
    .attrs = &attrs_of<ArgReduceAttrs>,
    .dtypes = kOrdered,
    .infer = infer_arg_reduce,
    .grad = no_gradient,
    .sharding = arg_reduce_sharding,
    .kernels = {.cpu = PELTON_CPU(argmax), .cuda = PELTON_CUDA(cuda::argmax)}};
constinit const OpDef argmin_op{
    .name = "argmin",
    .tf_name = "ArgMin",
    .inputs = {"input"},
    .attrs = &attrs_of<ArgReduceAttrs>,
    .dtypes = kOrdered,
    .infer = infer_arg_reduce,
    .grad = no_gradient,
    .sharding = arg_reduce_sharding,
    .kernels = {.cpu = PELTON_CPU(argmin), .cuda = PELTON_CUDA(cuda::argmin)}};
constinit const OpDef sum_to_shape_op{
    .name = "sum_to_shape",
    .tf_name = "Sum",
    .inputs = {"input"},
    .attrs = &attrs_of<ReshapeAttrs>,
    .dtypes = kNumeric,
    .infer = infer_sum_to_shape,
    .grad = sum_to_shape_grad,
    .sharding = sum_to_shape_sharding,
    .kernels = {.cpu = cpu::sum_to_shape, .cuda = PELTON_CUDA(cuda::sum_to_shape)}};

constexpr const OpDef* kReduceIndexOps[] = {&argmax_op, &argmin_op, &sum_to_shape_op};

}  // namespace

Tensor argmax(const Tensor& x, const ArgReduceAttrs& attrs) { return call(argmax_op, {x}, attrs); }
Tensor argmin(const Tensor& x, const ArgReduceAttrs& attrs) { return call(argmin_op, {x}, attrs); }
Tensor sum_to_shape(const Tensor& x, const Shape& shape) {
  return call(sum_to_shape_op, {x}, ReshapeAttrs{shape});
}

const OpFamily reduce_index_ops(kReduceIndexOps);

}  // namespace pelton
