// Owns strided_slice, its gradient and assignment, and reverse.
#include <algorithm>

#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

int64_t stride_of(const Axes& strides, size_t axis) { return strides.empty() ? 1 : strides[axis]; }

void check_lengths(const Axes& begin, const Axes& size, const Axes& strides, const Shape& shape) {
  const size_t rank = shape.size();
  check(begin.size() == rank && size.size() == rank && (strides.empty() || strides.size() == rank),
        "begin, size and strides need one entry per axis of ", shape, ", got ", numbers(begin),
        ", ", numbers(size), " and ", numbers(strides));
}

// Raises unless `size` steps of `stride` from `begin` stay inside [0, extent), as far as all is
// known of a symbolic tensor.
void check_axis(const InferContext& c, size_t axis, int64_t begin, int64_t size, int64_t stride,
                int64_t extent) {
  check(is_size(size), "size[", axis, "] must not be negative, got ", size);
  if (size == 0) return;
  const bool is_open = !is_known(size) || is_name(begin) || is_name(stride) || !is_known(extent);
  if (is_open && c.is_symbolic()) return;
  check(is_known(size), "size[", axis, "] must not be negative, got ", size);
  check(stride != 0, "strides[", axis, "] must be non-zero");
  check(begin >= 0 && begin < extent, "slice index ", begin, " of dimension ", axis,
        " out of bounds.");
  const int64_t last = checked_add(begin, checked_multiply(size - 1, stride));
  check(last >= 0 && last < extent, "slice of dimension ", axis, " ends at ", last,
        ", which is not in [0, ", extent, ")");
}

void infer_slice(InferContext& c) {
  const auto& [begin, size, strides] = c.attrs<SliceAttrs>();
  const Shape& shape = c.shape(0);
  check_lengths(begin, size, strides, shape);
  for (size_t i = 0; i < shape.size(); ++i)
    check_axis(c, i, begin[i], size[i], stride_of(strides, i), shape[i]);
  c.add_output(c.dtype(0), size);
}

Tensor slice_view(const InferContext& c) {
  const auto& [begin, size, strides] = c.attrs<SliceAttrs>();
  Layout layout = c.in(0).layout();
  layout.shape = size;
  if (element_count(size) == 0) return c.in(0).view(Layout::contiguous(size));
  for (size_t i = 0; i < size.size(); ++i) {
    layout.offset += begin[i] * layout.strides[i];
    // The stride of one element may be anything, even what a product would not hold.
    if (size[i] > 1) layout.strides[i] *= stride_of(strides, i);
  }
  return c.in(0).view(layout);
}

void slice_grad(GradContext& c) {
  const SliceAttrs& attrs = c.attrs<SliceAttrs>();
  c.set(0,
        strided_slice_grad(
            c.grad(), {.shape = c.in(0).shape(), .begin = attrs.begin, .strides = attrs.strides}));
}

void infer_slice_grad(InferContext& c) {
  const auto& [shape, begin, strides] = c.attrs<SliceGradAttrs>();
  check_lengths(begin, c.shape(0), strides, shape);
  count_or_unknown(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    check_axis(c, i, begin[i], c.shape(0)[i], stride_of(strides, i), shape[i]);
  c.add_output(c.dtype(0), shape);
}

void slice_grad_grad(GradContext& c) {
  const SliceGradAttrs& attrs = c.attrs<SliceGradAttrs>();
  c.set(0,
        strided_slice(c.grad(),
                      {.begin = attrs.begin, .size = c.in(0).shape(), .strides = attrs.strides}));
}

void infer_slice_assign(InferContext& c) {
  const auto& [begin, size, strides] = c.attrs<SliceAttrs>();
  const Tensor& ref = c.in(0);
  check_lengths(begin, size, strides, ref.shape());
  element_count(size);
  for (size_t i = 0; i < size.size(); ++i)
    check_axis(c, i, begin[i], size[i], stride_of(strides, i), ref.shape()[i]);
  check(c.shape(1) == size, "value must have the slice's shape ", size, ", got ", c.shape(1));
  check(ref.is_contiguous() && c.in(1).is_contiguous(), "ref and value must be row-major");
  check(ref.storage()->is_owned(), Code::failed_precondition,
        "ref borrows memory that must not be written");
  check(ref.storage() != c.in(1).storage(), "value shares its bytes with ref");
}

// 1 for each axis that is reversed.
Axes reversed_axes(const InferContext& c) {
  const int64_t rank = c.in(0).rank();
  Axes out(static_cast<size_t>(rank), 0);
  for (int64_t given : c.attrs<AxesAttrs>().axis) {
    const int64_t axis = normalize_axis(given, rank);
    int64_t& seen = out[static_cast<size_t>(axis)];
    check(seen == 0, "axis ", axis, " specified more than once.");
    seen = 1;
  }
  return out;
}

void infer_reverse(InferContext& c) {
  reversed_axes(c);
  infer::same_as_first(c);
}

Tensor reverse_view(const InferContext& c) {
  const Axes reversed = reversed_axes(c);
  Layout layout = c.in(0).layout();
  if (c.in(0).size() == 0) return c.in(0).view(layout);
  for (size_t i = 0; i < reversed.size(); ++i) {
    if (reversed[i] == 0 || layout.shape[i] == 1) continue;
    layout.offset += (layout.shape[i] - 1) * layout.strides[i];
    layout.strides[i] = -layout.strides[i];
  }
  return c.in(0).view(layout);
}

void reverse_grad(GradContext& c) { c.set(0, reverse(c.grad(), c.attrs<AxesAttrs>())); }

// All rows of the input, in their order, of what is `small` a part of.
bool takes_all_rows(const ShardingContext& c, const Tensor& small, const Tensor& large,
                    const Axes& strides) {
  return sharding_rules::is_of_first(c) && small.shape()[0] == large.shape()[0] &&
         stride_of(strides, 0) == 1;
}

Sharding slice_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(
      takes_all_rows(c, c.output, c.inputs[0], c.attrs<SliceAttrs>().strides));
}

Sharding slice_grad_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(
      takes_all_rows(c, c.inputs[0], c.output, c.attrs<SliceGradAttrs>().strides));
}

Sharding reverse_sharding(const ShardingContext& c) {
  const Axes& axes = c.attrs<AxesAttrs>().axis;
  return sharding_rules::sharded_if(
      std::all_of(axes.begin(), axes.end(),
                  [&](int64_t axis) { return sharding_rules::is_along(c, axis); }) &&
      sharding_rules::is_of_first(c));
}

constinit const OpDef slice_op{.name = "strided_slice",
                               .tf_name = "StridedSlice",
                               .inputs = {"input"},
                               .attrs = &attrs_of<SliceAttrs>,
                               .infer = infer_slice,
                               .grad = slice_grad,
                               .view = slice_view,
                               .sharding = slice_sharding,
                               .is_slice = true};

constinit const OpDef slice_grad_op{
    .name = "strided_slice_grad",
    .tf_name = "StridedSliceGrad",
    .inputs = {"grad"},
    .attrs = &attrs_of<SliceGradAttrs>,
    .strided = true,
    .infer = infer_slice_grad,
    .grad = slice_grad_grad,
    .sharding = slice_grad_sharding,
    .kernels = {.cpu = cpu::strided_slice_grad, .cuda = PELTON_CUDA(cuda::strided_slice_grad)}};

constinit const OpDef slice_assign_op{
    .name = "strided_slice_assign",
    .tf_name = "ResourceStridedSliceAssign",
    .inputs = {"ref", "value"},
    .outputs = 0,
    .attrs = &attrs_of<SliceAttrs>,
    .mutates = true,
    .infer = infer_slice_assign,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::strided_slice_assign, .cuda = PELTON_CUDA(cuda::strided_slice_assign)}};

constinit const OpDef reverse_op{.name = "reverse",
                                 .tf_name = "ReverseV2",
                                 .inputs = {"tensor"},
                                 .attrs = &attrs_of<AxesAttrs>,
                                 .infer = infer_reverse,
                                 .grad = reverse_grad,
                                 .view = reverse_view,
                                 .sharding = reverse_sharding};

constexpr const OpDef* kSliceOps[] = {&slice_op, &slice_grad_op, &slice_assign_op, &reverse_op};

}  // namespace

Tensor strided_slice(const Tensor& input, const SliceAttrs& attrs) {
  return call(slice_op, {input}, attrs);
}
Tensor strided_slice_grad(const Tensor& grad, const SliceGradAttrs& attrs) {
  return call(slice_grad_op, {grad}, attrs);
}
void strided_slice_assign(const Tensor& ref, const Tensor& value, const SliceAttrs& attrs) {
  const Tensor local = contiguous(copy_to(value, ref.device()));
  call_all(slice_assign_op, std::array{ref, local}, &attrs);
}
Tensor reverse(const Tensor& tensor, const AxesAttrs& attrs) {
  return call(reverse_op, {tensor}, attrs);
}

const OpFamily slice_ops(kSliceOps);

}  // namespace pelton
