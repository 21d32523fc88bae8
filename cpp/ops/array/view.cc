// Owns the view ops that rearrange whole axes: reshape, transpose, expand_dims, squeeze and
// broadcast_to, and ensure_shape. They share bytes under another layout.
#include "kernels/common/axes.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

// The size that stands for -1 in a tensor of `count` elements. In an empty tensor only the sizes
// that are not 0 are compared.
int64_t missing_size(const Shape& from, int64_t count, const Shape& wanted) {
  const auto product = [](const Shape& shape, bool skip_zeros) {
    int64_t out = 1;
    for (int64_t size : shape)
      if (size != -1 && !(skip_zeros && size == 0)) out = checked_multiply(out, size);
    return out;
  };
  int64_t known = product(wanted, false);
  if (count == 0 && known == 0) {
    count = product(from, true);
    known = product(wanted, true);
  }
  check(known > 0 || count == 0, "Input to reshape is a tensor with ", count,
        " values, but the requested shape has 0");
  check(known > 0 && count % known == 0, "Input to reshape is a tensor with ", count,
        " values, but the requested shape requires a multiple of ", known);
  return count / known;
}

// Sizes without those that are not known, which `unknown` takes.
Shape take_unknown(const Shape& sizes, std::vector<int64_t>& unknown) {
  Shape known;
  for (int64_t size : sizes) {
    if (is_name(size))
      unknown.push_back(size);
    else
      known.push_back(size);
  }
  return known;
}

// The size that stands for -1 where some are unknown: those on both sides are no matter, and one
// that is left may be the one that is sought.
int64_t missing_beside_unknown(const Shape& from, const Shape& wanted) {
  std::vector<int64_t> theirs, ours;
  const Shape known = take_unknown(from, theirs), known_wanted = take_unknown(wanted, ours);
  for (int64_t name : ours) {
    const auto found = std::find(theirs.begin(), theirs.end(), name);
    if (found == theirs.end()) return kUnknown;
    theirs.erase(found);
  }
  const int64_t count = element_count(known);
  if (theirs.empty() && count > 0) return missing_size(known, count, known_wanted);
  int64_t asked = 1;
  for (int64_t size : known_wanted)
    if (size != -1) asked = checked_multiply(asked, size);
  return theirs.size() == 1 && asked == count && count > 0 ? theirs[0] : kUnknown;
}

// An element of a tensor may turn out to be -1.
bool may_be_missing(int64_t size) { return is_name(size) && SizeName::of(size).is_element; }

// The shape for sizes of which some are unknown, here or in the input.
void infer_open_reshape(InferContext& c, Shape& shape, int64_t* missing) {
  if (missing != nullptr) *missing = missing_beside_unknown(c.shape(0), shape);
  for (int64_t& size : shape)
    if (may_be_missing(size)) size = kUnknown;
  count_or_unknown(shape);
  c.add_output(c.dtype(0), shape);
}

void infer_reshape(InferContext& c) {
  const Axes& wanted = c.attrs<ReshapeAttrs>().shape;
  const int64_t count = c.in(0).size();
  Shape shape = wanted;
  int64_t* unknown = nullptr;
  bool is_open = count == kUnknown;
  for (size_t i = 0; i < shape.size(); ++i) {
    check(shape[i] == -1 || is_size(shape[i]), "Size ", i, " must be non-negative, not ", shape[i]);
    is_open |= is_name(shape[i]);
    if (shape[i] != -1) continue;
    check(unknown == nullptr, "Only one input size may be -1, got ", numbers(wanted));
    unknown = &shape[i];
  }
  if (is_open) {
    const int64_t* const first = shape.data();
    Shape open = shape;
    return infer_open_reshape(c, open, unknown == nullptr ? nullptr : &open[unknown - first]);
  }
  if (unknown != nullptr) *unknown = missing_size(c.shape(0), count, wanted);
  check(element_count(shape) == count, "Input to reshape is a tensor with ", count,
        " values, but the requested shape has ", element_count(shape));
  c.add_output(c.dtype(0), shape);
}

Tensor reshape_view(const InferContext& c) {
  const Tensor source = contiguous(c.in(0));
  Layout layout = Layout::contiguous(c.out_shape(0));
  layout.offset = source.layout().offset;
  return source.view(layout);
}

void reshape_grad(GradContext& c) { c.set(0, reshape(c.grad(), {.shape = c.in(0).shape()})); }

// The permutation as axes in [0, rank).
Axes normalized_perm(const TransposeAttrs& attrs, int64_t rank) {
  Axes perm(static_cast<size_t>(rank));
  if (!attrs.perm) {
    for (int64_t i = 0; i < rank; ++i) perm[static_cast<size_t>(i)] = rank - 1 - i;
    return perm;
  }
  const Axes& given = *attrs.perm;
  check(static_cast<int64_t>(given.size()) == rank, "transpose expects a vector of size ", rank,
        ". But input(1) is a vector of size ", given.size());
  Axes seen(static_cast<size_t>(rank), 0);
  for (size_t i = 0; i < given.size(); ++i) {
    check(given[i] >= -rank && given[i] < rank, given[i], " is out of range [0 .. ", rank, ")");
    perm[i] = given[i] < 0 ? given[i] + rank : given[i];
    seen[static_cast<size_t>(perm[i])] = 1;
  }
  for (size_t i = 0; i < seen.size(); ++i)
    check(seen[i] == 1, i, " is missing from ", numbers(given));
  return perm;
}

void infer_transpose(InferContext& c) {
  const Axes perm = normalized_perm(c.attrs<TransposeAttrs>(), c.in(0).rank());
  Shape shape;
  for (int64_t axis : perm) shape.push_back(c.shape(0)[static_cast<size_t>(axis)]);
  c.add_output(c.dtype(0), shape);
}

Tensor transpose_view(const InferContext& c) {
  const Layout& from = c.in(0).layout();
  Layout layout{c.out_shape(0), {}, from.offset};
  for (int64_t axis : normalized_perm(c.attrs<TransposeAttrs>(), c.in(0).rank()))
    layout.strides.push_back(from.strides[static_cast<size_t>(axis)]);
  return c.in(0).view(layout);
}

void transpose_grad(GradContext& c) {
  const Axes perm = normalized_perm(c.attrs<TransposeAttrs>(), c.in(0).rank());
  c.set(0, transpose(c.grad(), {.perm = inverse_permutation(perm)}));
}

// Where the new axis goes, in [0, rank].
int64_t new_axis(const InferContext& c) {
  const int64_t axis = c.attrs<AxisAttrs>().axis;
  const int64_t rank = c.in(0).rank();
  check(axis >= -rank - 1 && axis <= rank, "Tried to expand dim index ", axis, " for tensor with ",
        rank, " dimensions.");
  return axis < 0 ? axis + rank + 1 : axis;
}

void infer_expand_dims(InferContext& c) {
  Shape shape = c.shape(0);
  shape.insert(static_cast<size_t>(new_axis(c)), 1);
  c.add_output(c.dtype(0), shape);
}

Tensor expand_dims_view(const InferContext& c) {
  Layout layout = c.in(0).layout();
  layout.shape = c.out_shape(0);
  layout.strides.insert(static_cast<size_t>(new_axis(c)), 1);
  return c.in(0).view(layout);
}

// 1 for each axis that goes away.
Axes squeezed_axes(const InferContext& c) {
  const std::optional<Axes>& axes = c.attrs<SqueezeAttrs>().axis;
  const Shape& shape = c.shape(0);
  const int64_t rank = c.in(0).rank();
  Axes out(shape.size(), 0);
  if (!axes || axes->empty()) {
    check(is_fully_known(shape), Code::unimplemented,
          "which axes have size 1 is not known in shape ", shape, ": name them by `axis`");
    for (size_t i = 0; i < shape.size(); ++i) out[i] = shape[i] == 1;
    return out;
  }
  for (int64_t axis : *axes) {
    check(axis >= -rank && axis < rank, "Tried to squeeze dim index ", axis, " for tensor with ",
          rank, " dimensions.");
    const auto i = static_cast<size_t>(axis < 0 ? axis + rank : axis);
    check(may_equal(shape[i], 1), "Can not squeeze dim[", i, "], expected a dimension of 1, got ",
          shape[i]);
    out[i] = 1;
  }
  return out;
}

void infer_squeeze(InferContext& c) {
  const Axes squeezed = squeezed_axes(c);
  Shape shape;
  for (size_t i = 0; i < squeezed.size(); ++i)
    if (squeezed[i] == 0) shape.push_back(c.shape(0)[i]);
  c.add_output(c.dtype(0), shape);
}

Tensor squeeze_view(const InferContext& c) {
  const Axes squeezed = squeezed_axes(c);
  const Layout& from = c.in(0).layout();
  Layout layout{c.out_shape(0), {}, from.offset};
  for (size_t i = 0; i < squeezed.size(); ++i)
    if (squeezed[i] == 0) layout.strides.push_back(from.strides[i]);
  return c.in(0).view(layout);
}

void infer_broadcast_to(InferContext& c) {
  const Shape& from = c.shape(0);
  const Shape& to = c.attrs<ReshapeAttrs>().shape;
  for (int64_t size : to) check(is_size(size), "Dimension ", size, " must be >= 0");
  check(from.size() <= to.size(), "Rank of input (", from.size(),
        ") must be no greater than rank of output shape (", to.size(), ").");
  const size_t lead = to.size() - from.size();
  Shape shape = to;
  for (size_t i = 0; i < from.size(); ++i) {
    int64_t& size = shape[lead + i];
    check(from[i] == 1 || may_equal(from[i], size), "Incompatible shapes: ", from, " vs. ", to);
    if (!is_known(size) && is_known(from[i]) && from[i] != 1) size = from[i];
  }
  checked_multiply(count_or_unknown(to), size_of(c.dtype(0)));
  c.add_output(c.dtype(0), shape);
}

Tensor broadcast_to_view(const InferContext& c) {
  const Layout& from = c.in(0).layout();
  Layout layout{c.out_shape(0), Strides(c.out_shape(0).size(), 0), from.offset};
  const size_t lead = layout.shape.size() - from.shape.size();
  for (size_t i = 0; i < from.shape.size(); ++i)
    if (from.shape[i] != 1) layout.strides[lead + i] = from.strides[i];
  return c.in(0).view(layout);
}

Sharding broadcast_to_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_of_first(c) &&
                                    c.inputs[0].rank() == c.output.rank());
}

Sharding transpose_sharding(const ShardingContext& c) {
  const Axes perm = normalized_perm(c.attrs<TransposeAttrs>(), c.inputs[0].rank());
  return sharding_rules::sharded_if(sharding_rules::is_of_first(c) && !perm.empty() &&
                                    perm[0] == 0);
}

// The tape sums it down to the input's shape.
void broadcast_to_grad(GradContext& c) { c.set(0, c.grad()); }

// "[2,?]", as TensorFlow shows shapes in the errors of this op.
std::string in_brackets(const Shape& shape) {
  std::string out;
  for (int64_t size : shape)
    out += cat(out.empty() ? "" : ",", is_known(size) ? cat(size) : std::string("?"));
  return "[" + out + "]";
}

void infer_ensure_shape(InferContext& c) {
  const Shape& wanted = c.attrs<ReshapeAttrs>().shape;
  for (size_t i = 0; i < wanted.size(); ++i)
    check(wanted[i] == kUnknown || is_size(wanted[i]), "Size ", i, " must be non-negative, not ",
          wanted[i]);
  check(may_equal(c.shape(0), wanted), "Shape of tensor input ", in_brackets(c.shape(0)),
        " is not compatible with expected shape ", in_brackets(wanted));
  c.add_output(c.dtype(0), merge_shapes(c.shape(0), wanted));
}

void ensure_shape_grad(GradContext& c) { c.set(0, c.grad()); }

constinit const OpDef reshape_op{.name = "reshape",
                                 .tf_name = "Reshape",
                                 .inputs = {"tensor"},
                                 .attrs = &attrs_of<ReshapeAttrs>,
                                 .infer = infer_reshape,
                                 .grad = reshape_grad,
                                 .view = reshape_view,
                                 .sharding = sharding_rules::of_first};

constinit const OpDef transpose_op{.name = "transpose",
                                   .tf_name = "Transpose",
                                   .inputs = {"a"},
                                   .attrs = &attrs_of<TransposeAttrs>,
                                   .infer = infer_transpose,
                                   .grad = transpose_grad,
                                   .view = transpose_view,
                                   .sharding = transpose_sharding};

constinit const OpDef expand_dims_op{.name = "expand_dims",
                                     .tf_name = "ExpandDims",
                                     .inputs = {"input"},
                                     .attrs = &attrs_of<AxisAttrs>,
                                     .infer = infer_expand_dims,
                                     .grad = reshape_grad,
                                     .view = expand_dims_view,
                                     .sharding = sharding_rules::of_first,
                                     .axis_is_operand = true};

constinit const OpDef squeeze_op{.name = "squeeze",
                                 .tf_name = "Squeeze",
                                 .inputs = {"input"},
                                 .attrs = &attrs_of<SqueezeAttrs>,
                                 .infer = infer_squeeze,
                                 .grad = reshape_grad,
                                 .view = squeeze_view,
                                 .sharding = sharding_rules::of_first};

constinit const OpDef broadcast_to_op{.name = "broadcast_to",
                                      .tf_name = "BroadcastTo",
                                      .inputs = {"input"},
                                      .attrs = &attrs_of<ReshapeAttrs>,
                                      .infer = infer_broadcast_to,
                                      .grad = broadcast_to_grad,
                                      .view = broadcast_to_view,
                                      .sharding = broadcast_to_sharding};

constinit const OpDef ensure_shape_op{.name = "ensure_shape",
                                      .tf_name = "EnsureShape",
                                      .inputs = {"x"},
                                      .attrs = &attrs_of<ReshapeAttrs>,
                                      .infer = infer_ensure_shape,
                                      .grad = ensure_shape_grad,
                                      .view = infer::same_bytes,
                                      .sharding = sharding_rules::of_first};

constexpr const OpDef* kViewOps[] = {&reshape_op, &transpose_op,    &expand_dims_op,
                                     &squeeze_op, &broadcast_to_op, &ensure_shape_op};

}  // namespace

Tensor reshape(const Tensor& tensor, const ReshapeAttrs& attrs) {
  return call(reshape_op, {tensor}, attrs);
}
Tensor transpose(const Tensor& a, const TransposeAttrs& attrs) {
  return call(transpose_op, {a}, attrs);
}
Tensor expand_dims(const Tensor& input, const AxisAttrs& attrs) {
  return call(expand_dims_op, {input}, attrs);
}
Tensor squeeze(const Tensor& input, const SqueezeAttrs& attrs) {
  return call(squeeze_op, {input}, attrs);
}
Tensor ensure_shape(const Tensor& x, const ReshapeAttrs& attrs) {
  return call(ensure_shape_op, {x}, attrs);
}
Tensor broadcast_to(const Tensor& input, const ReshapeAttrs& attrs) {
  return call(broadcast_to_op, {input}, attrs);
}

const OpFamily view_ops(kViewOps);

}  // namespace pelton
