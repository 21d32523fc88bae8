// Owns split and unstack: the parts of a tensor along one axis.
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

constexpr int64_t kMostParts = 1 << 16;  // where no elements bound their number

// The part [begin, begin + size) of `axis`.
Tensor slice_axis(const Tensor& x, size_t axis, int64_t begin, int64_t size) {
  SliceAttrs attrs{.begin = Axes(x.shape().size(), 0), .size = x.shape()};
  attrs.begin[axis] = begin;
  attrs.size[axis] = size;
  return strided_slice(x, attrs);
}

// Equal pieces of an axis whose size is not known.
std::vector<Tensor> split_open(const Tensor& value, size_t axis, int64_t count) {
  check(count > 0 && count <= kMostParts, "num_split must be positive and at most ", kMostParts,
        ", got ", count);
  const auto number = [](int64_t x) { return scalar(static_cast<double>(x), DType::int64); };
  const Tensor piece = floordiv(axis_size(value, axis), number(count));
  std::vector<Tensor> out;
  for (int64_t i = 0; i < count; ++i) {
    const Tensor begin = multiply(piece, number(i));
    out.push_back(slice_axis(value, axis, size_in(begin), size_in(piece)));
  }
  return out;
}

size_t split_axis(const SplitAttrs& attrs, int64_t rank) {
  check(attrs.axis >= -rank && attrs.axis < rank, "-input rank(", -rank,
        ") <= split_dim < input rank (", rank, "), but got ", attrs.axis);
  return static_cast<size_t>(attrs.axis < 0 ? attrs.axis + rank : attrs.axis);
}

// What one size of -1 stands for in an axis of `extent`; 0 when there is none.
int64_t remaining_size(std::span<const int64_t> sizes, int64_t extent) {
  int64_t total = 0;
  int64_t unknown = 0;
  for (int64_t size : sizes) {
    check(size >= -1, "sizes must not be negative, got ", size);
    unknown += size == -1;
    if (size != -1) total = checked_add(total, size);
  }
  check(unknown <= 1, "There can only be one -1 in the input.");
  check(!sizes.empty(), "sizes must not be empty");
  if (!is_known(extent)) return kUnknown;
  check(unknown == 1 ? total <= extent : total == extent, "sizes must sum up to the ", extent,
        " elements of the axis, got ", total);
  return extent - total;
}

// Parts of an axis whose size is not known: those after the one that takes what is left, if any,
// are counted from the end.
std::vector<Tensor> open_parts(const Tensor& value, std::span<const int64_t> sizes, size_t axis) {
  const Tensor extent = axis_size(value, axis);
  int64_t total = 0;
  for (int64_t size : sizes) total = checked_add(total, size == -1 ? 0 : size);
  const auto without = [&](int64_t count) {
    return subtract(extent, scalar(static_cast<double>(count), DType::int64));
  };
  std::vector<Tensor> out;
  int64_t before = 0;
  bool is_after = false;
  for (int64_t size : sizes) {
    const Tensor begin = is_after ? without(total - before) : Tensor();
    const Tensor rest = size == -1 ? without(total) : Tensor();
    out.push_back(slice_axis(value, axis, is_after ? size_in(begin) : before,
                             size == -1 ? size_in(rest) : size));
    is_after |= size == -1;
    before += size == -1 ? 0 : size;
  }
  return out;
}

std::vector<Tensor> parts_of_sizes(const Tensor& value, std::span<const int64_t> sizes,
                                   size_t axis) {
  const int64_t extent = value.shape()[axis], remaining = remaining_size(sizes, extent);
  if (!is_known(extent)) return open_parts(value, sizes, axis);
  std::vector<Tensor> out;
  int64_t begin = 0;
  for (int64_t size : sizes) {
    poll_interrupt_at(std::ssize(out));
    const int64_t taken = size == -1 ? remaining : size;
    out.push_back(slice_axis(value, axis, begin, taken));
    begin += taken;
  }
  return out;
}

std::vector<Tensor> equal_parts(const Tensor& value, int64_t count, size_t axis) {
  const int64_t extent = value.shape()[axis];
  if (!is_known(extent)) return split_open(value, axis, count);
  check(count > 0 && extent % count == 0 && (extent > 0 || count <= kMostParts),
        "Number of ways to split should evenly divide the split dimension, but got split_dim ",
        axis, " (size = ", extent, ") and num_split ", count);
  std::vector<Tensor> out;
  for (int64_t i = 0; i < count; ++i) {
    poll_interrupt_at(i);
    out.push_back(slice_axis(value, axis, i * (extent / count), extent / count));
  }
  return out;
}

std::vector<int64_t> values_of(const Tensor& sizes) {
  check(sizes.has_data(), Code::unimplemented,
        "num_or_size_splits must have a value: it says how many tensors there are");
  const Tensor wide = cast(sizes, DType::int64);
  notify_host_read(sizes, "the sizes of split's pieces");
  std::vector<int64_t> values(static_cast<size_t>(wide.size()));
  to_host(wide, values.data());
  return values;
}

std::vector<Tensor> compose_split(const ComposeContext& c) {
  const size_t axis = split_axis(c.attrs<SplitAttrs>(), c.in(0).rank());
  check(c.in(1).rank() <= 1, "num_or_size_splits must be a scalar or a vector, got shape ",
        c.in(1).shape());
  const std::vector<int64_t> sizes = values_of(c.in(1));
  return c.in(1).rank() == 0 ? equal_parts(c.in(0), sizes[0], axis)
                             : parts_of_sizes(c.in(0), sizes, axis);
}

std::vector<Tensor> compose_unstack(const ComposeContext& c) {
  const Tensor& value = c.in(0);
  const auto& [num, at] = c.attrs<UnstackAttrs>();
  const int64_t rank = value.rank();
  check(at >= -rank && at < rank, Code::value_error, "Argument `axis` = ", at, " not in range [",
        -rank, ", ", rank, ")");
  const int64_t axis = normalize_axis(at, rank);
  const auto i = static_cast<size_t>(axis);
  const int64_t size = value.shape()[i], count = num.value_or(size);
  check(is_known(count), Code::value_error, "Cannot infer argument `num` from shape ",
        value.shape());
  check(is_known(size) ? count == size : count >= 0 && count <= kMostParts, "Input shape axis ",
        axis, " must equal ", count, ", got shape ", bracketed(value.shape()));
  std::vector<Tensor> out;
  for (int64_t k = 0; k < count; ++k) {
    poll_interrupt_at(k);
    out.push_back(is_known(size) ? squeeze(slice_axis(value, i, k, 1), {.axis = Axes{axis}})
                                 : gather(value, scalar(static_cast<double>(k), DType::int64),
                                          {.axis = axis}));
  }
  return out;
}

constinit const CompositeOp split_op{
    .schema = {.name = "split",
               .tf_name = "Split",
               .inputs = {"value", Arg{"num_or_size_splits", kIndex}},
               .outputs = 0,
               .attrs = &attrs_of<SplitAttrs>},
    .doc =
        "Parts of `value` along `axis`: so many equal ones, or of listed sizes, of which one "
        "may be\n-1: what is left. `num` is not needed.",
    .compose = compose_split};

constinit const CompositeOp unstack_op{
    .schema = {.name = "unstack",
               .tf_name = "Unpack",
               .inputs = {"value"},
               .outputs = 0,
               .attrs = &attrs_of<UnstackAttrs>},
    .doc =
        "The slices of `value` along `axis`, without that axis, as a list. `num`: how many, "
        "where\nthe size of the axis is not known.",
    .compose = compose_unstack};

constexpr const CompositeOp* kSplitOps[] = {&split_op, &unstack_op};
const OpFamily split_ops(kSplitOps);

}  // namespace

std::vector<Tensor> split(const Tensor& value, const std::vector<int64_t>& sizes,
                          const SplitAttrs& attrs) {
  return named_call(split_op.schema, {&value, 1}, &attrs,
                    [&] { return parts_of_sizes(value, sizes, split_axis(attrs, value.rank())); });
}

std::vector<Tensor> split(const Tensor& value, int64_t count, const SplitAttrs& attrs) {
  return named_call(split_op.schema, {&value, 1}, &attrs,
                    [&] { return equal_parts(value, count, split_axis(attrs, value.rank())); });
}

std::vector<Tensor> unstack(const Tensor& value, const UnstackAttrs& attrs) {
  return call_all(unstack_op, {&value, 1}, &attrs);
}

}  // namespace pelton
