// Owns the ops that sort and search: sort, argsort, top_k and searchsorted.
#include "kernels/declared/order.h"
#include "kernels/common/attrs/order_attrs.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/infer.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

// `axis` of a tensor that is sorted along it, in [0, rank).
size_t sorted_axis(const Tensor& x, int64_t axis) {
  const int64_t rank = x.rank();
  check(rank > 0, "values must have at least one axis, got a scalar");
  check(axis >= -rank && axis < rank, "axis ", axis, " is out of range for values of shape ",
        x.shape());
  return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

void infer_sort(InferContext& c) {
  sorted_axis(c.in(0), c.attrs<SortAttrs>().axis);
  infer::same_as_first(c);
}

void infer_argsort(InferContext& c) {
  const size_t axis = sorted_axis(c.in(0), c.attrs<ArgsortAttrs>().axis);
  check(c.shape(0)[axis] <= INT32_MAX, "axis of size ", c.shape(0)[axis],
        " has indices that int32 cannot hold");
  c.add_output(DType::int32, c.shape(0));
}

void infer_top_k(InferContext& c) {
  const auto& attrs = c.attrs<TopKAttrs>();
  check(c.in(0).rank() > 0, "input must have at least one axis, got a scalar");
  check(is_size(attrs.k), "Need k >= 0, got ", attrs.k);
  check(kIndex.contains(attrs.index_type), "index_type must be int32 or int64, got ",
        attrs.index_type);
  Shape shape = c.shape(0);
  check(!is_known(attrs.k) || !is_known(shape.back()) || attrs.k <= shape.back(),
        "input must have at least k columns. Had ", shape.back(), ", needed ", attrs.k);
  check(shape.back() <= INT32_MAX, "rows of ", shape.back(),
        " have indices that int32 cannot hold");
  shape.back() = attrs.k;
  c.add_output(c.dtype(0), shape);
  c.add_output(attrs.index_type, shape);
}

void infer_search(InferContext& c) {
  const auto& attrs = c.attrs<SearchAttrs>();
  const Shape &rows = c.shape(0), &values = c.shape(1);
  check(!rows.empty() && !values.empty(),
        "sorted_sequence and values must have at least one axis, got shapes ", rows, " and ",
        values);
  check(may_equal(Shape(rows.begin(), rows.end() - 1), Shape(values.begin(), values.end() - 1)),
        "Leading dim_size of both tensors must match, got shapes ", rows, " and ", values);
  check(kIndex.contains(attrs.out_type), "out_type must be int32 or int64, got ", attrs.out_type);
  check(attrs.out_type == DType::int64 || rows.back() <= INT32_MAX, "rows of ", rows.back(),
        " have indices that int32 cannot hold");
  c.add_output(attrs.out_type, values);
}

// The permutation that changes `axis` with the last one.
Axes exchanged(int64_t rank, size_t axis) {
  Axes perm;
  for (int64_t i = 0; i < rank; ++i) perm.push_back(i);
  std::swap(perm[axis], perm.back());
  return perm;
}

// Where the elements that `places` [..., k] picks from rows [..., n] lie among all elements.
Tensor flat_places(const Tensor& rows, const Tensor& places) {
  const Tensor picked = reshape(places, {.shape = {-1, places.shape().back()}});
  const Tensor size = axis_size(rows, static_cast<size_t>(rows.rank()) - 1);
  const Tensor first = multiply(iota(picked.shape()[0], DType::int64), size);
  return add(cast(picked, DType::int64), expand_dims(first, {.axis = 1}));
}

Tensor flat(const Tensor& x) { return reshape(x, {.shape = Shape{-1}}); }

// The elements of `x` at `places` along the last axis; both have one shape.
Tensor take_along_rows(const Tensor& x, const Tensor& places) {
  const Tensor picked = gather(flat(x), flat_places(x, places), {.axis = 0});
  return reshape(picked, {.shape = x.shape()});
}

extern const OpDef argsort_op;

// Each gradient goes back to where its element was: the inverse of a permutation sorts it.
void sort_grad(GradContext& c) {
  const auto& [axis, direction] = c.attrs<SortAttrs>();
  const Axes perm = exchanged(c.in(0).rank(), sorted_axis(c.in(0), axis));
  const auto rows_of = [&](const Tensor& x) { return transpose(x, {.perm = perm}); };
  const Tensor places = call(argsort_op, {rows_of(c.in(0))}, ArgsortAttrs{-1, direction});
  const Tensor inverse = call(argsort_op, {places}, ArgsortAttrs{});
  c.set(0, rows_of(take_along_rows(rows_of(c.grad()), inverse)));
}

void top_k_grad(GradContext& c) {
  if (!c.grad().defined()) return;
  const Tensor& x = c.in(0);
  const Tensor places = flat_places(x, c.out(1));
  const Tensor spread =
      scatter_add(flat(c.grad()), flat(places), {.shape = flat(x).shape(), .axis = 0});
  c.set(0, reshape(spread, {.shape = x.shape()}));
}

constinit const OpDef sort_op{.name = "sort",
                              .tf_name = "Sort",
                              .inputs = {"values"},
                              .attrs = &attrs_of<SortAttrs>,
                              .dtypes = kReal,
                              .keep = Keep::inputs,
                              .infer = infer_sort,
                              .grad = sort_grad,
                              .kernels = {.cpu = cpu::sort, .cuda = PELTON_CUDA(cuda::sort)}};
constinit const OpDef argsort_op{
    .name = "argsort",
    .tf_name = "ArgSort",
    .inputs = {"values"},
    .attrs = &attrs_of<ArgsortAttrs>,
    .dtypes = kReal,
    .infer = infer_argsort,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::argsort, .cuda = PELTON_CUDA(cuda::argsort)}};
constinit const OpDef top_k_op{.name = "top_k",
                               .tf_name = "TopKV2",
                               .inputs = {"input"},
                               .outputs = 2,
                               .attrs = &attrs_of<TopKAttrs>,
                               .dtypes = kReal,
                               .keep = Keep::both,
                               .infer = infer_top_k,
                               .grad = top_k_grad,
                               .kernels = {.cpu = cpu::top_k, .cuda = PELTON_CUDA(cuda::top_k)}};
constinit const OpDef search_sorted_op{
    .name = "searchsorted",
    .tf_name = "SearchSorted",
    .inputs = {"sorted_sequence", "values"},
    .attrs = &attrs_of<SearchAttrs>,
    .dtypes = kReal,
    .infer = infer_search,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::search_sorted, .cuda = PELTON_CUDA(cuda::search_sorted)}};

constexpr const OpDef* kOrderOps[] = {&sort_op, &argsort_op, &top_k_op, &search_sorted_op};
const OpFamily order_ops(kOrderOps);

}  // namespace
}  // namespace pelton
