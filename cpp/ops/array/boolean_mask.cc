// Owns boolean_mask: what a mask shows of a tensor.
#include <algorithm>

#include "ops/array/array.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

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

std::vector<Tensor> compose_boolean_mask(const ComposeContext& c) {
  const Tensor &tensor = c.in(0), &mask = c.in(1);
  const int64_t axis = c.attrs<BooleanMaskAttrs>().axis.value_or(0);
  const Shape merged = merged_shape(tensor.shape(), mask.shape(), axis);
  const Tensor flat = reshape(mask, {.shape = Shape{mask.size()}});
  const Tensor places = squeeze(nonzero(flat), {.axis = Axes{1}});
  return {gather(reshape(tensor, {.shape = merged}), places,
                 {.axis = axis < 0 ? axis + tensor.rank() : axis})};
}

constinit const CompositeOp boolean_mask_op{
    .schema = {.name = "boolean_mask",
               .tf_name = "BooleanMask",
               .inputs = {"tensor", Arg{"mask", kAnyDType}},
               .attrs = &attrs_of<BooleanMaskAttrs>},
    .doc = "The slices of `tensor` at which `mask` is true; the mask covers axes from `axis` on.",
    .compose = compose_boolean_mask};

constexpr const CompositeOp* kBooleanMaskOps[] = {&boolean_mask_op};
const OpFamily boolean_mask_ops(kBooleanMaskOps);

}  // namespace

Tensor boolean_mask(const Tensor& tensor, const Tensor& mask, const BooleanMaskAttrs& attrs) {
  return call(boolean_mask_op, {tensor, mask}, attrs);
}

}  // namespace pelton
