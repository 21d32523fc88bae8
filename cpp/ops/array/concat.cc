// Owns concat and stack: several tensors laid one after the other along an old or a new axis.
#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

int64_t concat_axis(const AxisAttrs& attrs, int64_t rank) {
  check(attrs.axis >= -rank && attrs.axis < rank,
        "ConcatOp : Expected concatenating dimensions in the range [", -rank, ", ", rank,
        "), but got ", attrs.axis);
  return attrs.axis < 0 ? attrs.axis + rank : attrs.axis;
}

void infer_concat(InferContext& c) {
  Shape shape = c.shape(0);
  check(!shape.empty(), "ConcatOp : Can't concatenate scalars (use tf.stack instead)");
  const auto axis = static_cast<size_t>(concat_axis(c.attrs<AxisAttrs>(), c.in(0).rank()));
  for (size_t i = 1; i < c.input_count(); ++i) {
    const Shape& other = c.shape(i);
    check(other.size() == shape.size(),
          "ConcatOp : Ranks of all input tensors should match: shape[0] = ", c.shape(0),
          " vs. shape[", i, "] = ", other);
    for (size_t k = 0; k < shape.size(); ++k) {
      check(k == axis || may_equal(other[k], shape[k]), "ConcatOp : Dimension ", k,
            " in both shapes must be equal: shape[0] = ", c.shape(0), " vs. shape[", i,
            "] = ", other);
      shape[k] = k == axis ? sum_of_sizes(shape[k], other[k]) : merge_sizes(shape[k], other[k]);
    }
  }
  c.add_output(c.dtype(0), shape);
}

void concat_grad(GradContext& c) {
  const auto axis = static_cast<size_t>(concat_axis(c.attrs<AxisAttrs>(), c.out(0).rank()));
  SliceAttrs part{.begin = Axes(c.out(0).shape().size(), 0)};
  Tensor begin;  // where that is not known
  for (size_t i = 0; i < c.inputs().size(); ++i) {
    part.size = c.in(i).shape();
    if (c.needs(i)) c.set(i, strided_slice(c.grad(), part));
    if (!begin.defined() && is_known(part.size[axis])) {
      part.begin[axis] += part.size[axis];
      continue;
    }
    const Tensor size = axis_size(c.in(i), axis);
    const auto before = static_cast<double>(begin.defined() ? 0 : part.begin[axis]);
    begin = add(begin.defined() ? begin : scalar(before, DType::int64), size);
    part.begin[axis] = size_in(begin);
  }
}

// Where the new axis goes, in [0, rank of one value].
int64_t stack_axis(const AxisAttrs& attrs, int64_t rank) {
  check(attrs.axis >= -rank - 1 && attrs.axis <= rank, Code::value_error,
        "Argument `axis` = ", attrs.axis, " not in range [", -rank - 1, ", ", rank + 1, ")");
  return attrs.axis < 0 ? attrs.axis + rank + 1 : attrs.axis;
}

void infer_stack(InferContext& c) {
  Shape shape = c.shape(0);
  for (size_t i = 1; i < c.input_count(); ++i) {
    check(may_equal(c.shape(i), shape),
          "Shapes of all inputs must match: values[0].shape = ", c.shape(0), " != values[", i,
          "].shape = ", c.shape(i));
    shape = merge_shapes(shape, c.shape(i));
  }
  const int64_t axis = stack_axis(c.attrs<AxisAttrs>(), c.in(0).rank());
  shape.insert(static_cast<size_t>(axis), static_cast<int64_t>(c.input_count()));
  c.add_output(c.dtype(0), shape);
}

void stack_grad(GradContext& c) {
  const int64_t axis = stack_axis(c.attrs<AxisAttrs>(), c.in(0).rank());
  SliceAttrs part{.begin = Axes(c.out(0).shape().size(), 0), .size = c.out(0).shape()};
  part.size[static_cast<size_t>(axis)] = 1;
  for (size_t i = 0; i < c.inputs().size(); ++i) {
    part.begin[static_cast<size_t>(axis)] = static_cast<int64_t>(i);
    if (c.needs(i)) c.set(i, squeeze(strided_slice(c.grad(), part), {.axis = Axes{axis}}));
  }
}

// Not of parts that are the same for all rows: those would be repeated for each.
Sharding concat_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_of_all(c) &&
                                    concat_axis(c.attrs<AxisAttrs>(), c.output.rank()) != 0);
}

Sharding stack_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_of_all(c) &&
                                    stack_axis(c.attrs<AxisAttrs>(), c.inputs[0].rank()) != 0);
}

constinit const OpDef concat_op{.name = "concat",
                                .tf_name = "ConcatV2",
                                .inputs = {"values"},
                                .variadic = true,
                                .attrs = &attrs_of<AxisAttrs>,
                                .infer = infer_concat,
                                .grad = concat_grad,
                                .sharding = concat_sharding,
                                .axis_is_operand = true,
                                .kernels = {.cpu = cpu::concat, .cuda = PELTON_CUDA(cuda::concat)}};

constinit const OpDef stack_op{.name = "stack",
                               .tf_name = "Pack",
                               .inputs = {"values"},
                               .variadic = true,
                               .attrs = &attrs_of<AxisAttrs>,
                               .infer = infer_stack,
                               .grad = stack_grad,
                               .sharding = stack_sharding,
                               .kernels = {.cpu = cpu::concat, .cuda = PELTON_CUDA(cuda::concat)}};

constexpr const OpDef* kConcatOps[] = {&concat_op, &stack_op};

}  // namespace

Tensor concat(const std::vector<Tensor>& values, const AxisAttrs& attrs) {
  return call_all(concat_op, values, &attrs).tensors[0];
}
Tensor stack(const std::vector<Tensor>& values, const AxisAttrs& attrs) {
  return call_all(stack_op, values, &attrs).tensors[0];
}

const OpFamily concat_ops(kConcatOps);

}  // namespace pelton
