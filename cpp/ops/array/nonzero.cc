// Owns nonzero and what follows from it: boolean_mask.
#include <algorithm>

#include "kernels/common/attrs/nonzero_attrs.h"
#include "kernels/cpu/array/array.h"
#include "kernels/cuda/array/array.h"
#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

void infer_nonzero(InferContext& c) {
  const int64_t count = c.attrs<NonzeroAttrs>().count, rank = c.in(0).rank();
  check(rank > 0, "condition must have at least one axis, got a scalar");
  const int64_t most = c.in(0).size();
  check(is_name(count) || (count >= 0 && (count <= most || most == kUnknown)),
        "count must be in [0, ", most, "], the number of elements, got ", count);
  c.add_output(DType::int64, {count, rank});
}

constinit const OpDef nonzero_op{
    .name = "nonzero",
    .tf_name = "Where",
    .inputs = {"condition"},
    .attrs = &attrs_of<NonzeroAttrs>,
    .dtypes = kBoolean,
    .infer = infer_nonzero,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::nonzero, .cuda = PELTON_CUDA(cuda::nonzero)}};

constexpr const OpDef* kNonzeroOps[] = {&nonzero_op};

// The shape of `tensor` with the mask's axes, which start at `axis`, merged into one.
Shape merged_shape(const Shape& shape, const Shape& mask, int64_t axis) {
  check(!mask.empty(), Code::value_error, "mask cannot be scalar.");
  const auto rank = static_cast<int64_t>(shape.size()), depth = static_cast<int64_t>(mask.size());
  check(axis >= -rank && axis <= rank, Code::value_error, "axis ", axis,
        " is out of range for a tensor of shape ", shape);
  const int64_t first = axis < 0 ? axis + rank : axis;
  const Shape covered(shape.begin() + first, shape.begin() + std::min(rank, first + depth));
  check(may_equal(covered, mask), Code::value_error, "Shapes ", covered, " and ", mask,
        " are incompatible");
  Shape out(shape.begin(), shape.begin() + first);
  out.push_back(count_or_unknown(mask));
  for (int64_t i = first + depth; i < rank; ++i) out.push_back(shape[static_cast<size_t>(i)]);
  return out;
}

}  // namespace

Tensor nonzero(const Tensor& condition) {
  const bool is_truth = condition.dtype() == DType::boolean;
  const Tensor truth = is_truth ? condition : not_equal(condition, scalar_like(0, condition));
  NonzeroAttrs attrs;
  const Tensor count = reduce_sum(cast(truth, DType::int64));
  if (count.is_symbolic()) {
    attrs.count = SizeName{count.id(), true, 0}.size();
  } else {
    // The next run's count may be another: a record of this call could not be run again.
    notify_host_read(condition, "nonzero, whose shape follows from values,");
    to_host(count, &attrs.count);
  }
  return call(nonzero_op, {truth}, attrs);
}

Tensor boolean_mask(const Tensor& tensor, const Tensor& mask, const AxisAttrs& attrs) {
  return named("boolean_mask", "tensor", tensor, [&] {
    const Shape merged = merged_shape(tensor.shape(), mask.shape(), attrs.axis);
    const Tensor flat = reshape(mask, {.shape = Shape{mask.size()}});
    const Tensor places = squeeze(nonzero(flat), {.axis = Axes{1}});
    const int64_t axis = attrs.axis < 0 ? attrs.axis + tensor.rank() : attrs.axis;
    return gather(reshape(tensor, {.shape = merged}), places, {.axis = axis});
  });
}

std::span<const OpDef* const> nonzero_ops() { return kNonzeroOps; }

}  // namespace pelton
