// Owns tensordot: products of two tensors summed over pairs of axes.
#include "kernels/common/axes.h"
#include "ops/linalg/contraction.h"
#include "ops/op_list.h"

namespace pelton {

struct TensordotAttrs {
  Constant axes;
};
template <>
inline constexpr auto fields<TensordotAttrs> =
    std::tuple{required_field("axes", &TensordotAttrs::axes)};

namespace {

using Kind = Constant::Kind;

int64_t axis_of(const Constant& axes, const Constant& axis, int64_t rank) {
  check(axis.kind() == Kind::integer, Code::type_error,
        "`axes` must be an integer or two lists of integers, got ", axes);
  return normalize_axis(axis.integer(), rank);
}

// Which axes of one input `given`, an integer or a list of such, means.
Axes axes_of(const Constant& axes, const Constant& given, const Tensor& x) {
  if (given.kind() != Kind::list) return {axis_of(axes, given, x.rank())};
  check(given.items().size() <= x.shape().size(), Code::value_error,
        "`axes` must not be longer than ", "the number of dimensions, ", x.rank(), ", got ", given);
  Axes out;
  for (const Constant& axis : given.items()) out.push_back(axis_of(axes, axis, x.rank()));
  return out;
}

// The last `count` axes of a and the first ones of b.
std::pair<Axes, Axes> neighbours(int64_t count, const Tensor& a, const Tensor& b) {
  check(count >= 0, Code::value_error, "`axes` must be at least 0. Received: ", count, ".");
  check(count <= a.rank() && count <= b.rank(), Code::value_error,
        "`axes` must not be larger than the number of dimensions of the tensors, ", a.rank(),
        " and ", b.rank(), ". Received ", count);
  std::pair<Axes, Axes> out;
  for (int64_t i = 0; i < count; ++i) {
    out.first.push_back(a.rank() - count + i);
    out.second.push_back(i);
  }
  return out;
}

std::pair<Axes, Axes> pairs_of(const Constant& axes, const Tensor& a, const Tensor& b) {
  if (axes.kind() == Kind::integer) return neighbours(axes.integer(), a, b);
  check(axes.kind() == Kind::list, Code::type_error,
        "`axes` must be an integer or two lists of integers, got ", axes);
  check(axes.items().size() == 2, Code::value_error,
        "`axes` must be an integer or have length 2. Received ", axes, ".");
  std::pair out{axes_of(axes, axes.items()[0], a), axes_of(axes, axes.items()[1], b)};
  check(out.first.size() == out.second.size(), Code::value_error,
        "Different number of contraction axes `a` and `b`, ", out.first.size(),
        " != ", out.second.size(), ".");
  return out;
}

std::vector<Tensor> compose_tensordot(const ComposeContext& c) {
  const Tensor &a = c.in(0), &b = c.in(1);
  const auto [of_a, of_b] = pairs_of(c.attrs<TensordotAttrs>().axes, a, b);
  Labelled left{a, {}}, right{b, {}};
  for (int i = 0; i < a.rank(); ++i) left.labels.push_back(i);
  for (int i = 0; i < b.rank(); ++i) right.labels.push_back(static_cast<int>(a.rank()) + i);
  Labels kept = left.labels;
  kept.insert(kept.end(), right.labels.begin(), right.labels.end());
  for (size_t i = 0; i < of_a.size(); ++i) {
    const auto p = static_cast<size_t>(of_a[i]), q = static_cast<size_t>(of_b[i]);
    check(has_label(kept, left.labels[p]) && has_label(kept, right.labels[q]), Code::value_error,
          "`axes` names an axis twice: ", c.attrs<TensordotAttrs>().axes);
    check(may_equal(a.shape()[p], b.shape()[q]), "Matrix size-incompatible: axis ", p, " of ", a,
          " and axis ", q, " of ", b);
    std::erase(kept, left.labels[p]);
    std::erase(kept, right.labels[q]);
    right.labels[q] = left.labels[p];
  }
  const Labelled product = contract(left, right, kept);
  return {in_order(product, kept)};
}

constinit const CompositeOp tensordot_op{
    .schema = {.name = "tensordot",
               .tf_name = "Tensordot",
               .inputs = {"a", "b"},
               .attrs = &attrs_of<TensordotAttrs>,
               .dtypes = kNumeric},
    .doc =
        "Products of `a` and `b` summed over pairs of axes: the last `axes` ones of `a` and the\n"
        "first ones of `b`, or those of two lists of equal length.",
    .compose = compose_tensordot};

constexpr const CompositeOp* kTensordotOps[] = {&tensordot_op};
const OpFamily tensordot_ops(kTensordotOps);

}  // namespace
}  // namespace pelton
