// Owns segment_reduce: rows folded by the number of their segment, the op of all segment functions.
#include "kernels/declared/segment.h"

#include "kernels/common/attrs/segment_attrs.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_segment_reduce(InferContext& c) {
  const auto& [segments, reduction] = c.attrs<SegmentAttrs>();
  const Shape &data = c.shape(0), &ids = c.shape(1);
  check(ids.size() == 1, "segment_ids must be a vector, got shape ", ids);
  check(!data.empty() && may_equal(data[0], ids[0]),
        "data must have a row for each of segment_ids, got shapes ", data, " and ", ids);
  check(is_size(segments), "num_segments must be non-negative, got ", segments);
  check(!is_complex(c.dtype(0)) || reduction <= SegmentReduction::prod,
        "complex numbers have no order, got ", c.dtype(0));
  Shape shape = data;
  shape[0] = segments;
  count_or_unknown(shape);
  c.add_output(c.dtype(0), shape);
}

extern const OpDef segment_reduce_op;

// Of each row's segment; rows of no segment have that of segment 0.
struct OfRows {
  Tensor ids, is_inside;  // numbers that exist, and whether they did

  explicit OfRows(const Tensor& segment_ids) {
    const Tensor zero = scalar_like(0, segment_ids);
    ids = maximum(segment_ids, zero);
    is_inside = greater_equal(segment_ids, zero);
  }
  Tensor operator()(const Tensor& segments) const { return gather(segments, ids, {.axis = 0}); }
  Tensor only_inside(const Tensor& rows) const {
    Axes column(rows.shape().size(), 1);
    column[0] = -1;
    return where(reshape(is_inside, {.shape = column}), rows, scalar_like(0, rows));
  }
  // The same with zeros for rows of no segment: from one more segment where they are few, for that
  // is read faster than all rows are chosen once more.
  Tensor or_zeros(const Tensor& segments) const {
    const int64_t count = segments.shape()[0], rows = ids.shape()[0];
    if (!is_known(count) || !is_known(rows) || count > rows) return only_inside((*this)(segments));
    SliceGradAttrs room{.shape = segments.shape(), .begin = Axes(segments.shape().size(), 0)};
    room.shape[0] = count + 1;
    const Tensor last = scalar_like(static_cast<double>(count), ids);
    return gather(strided_slice_grad(segments, room), where(is_inside, ids, last), {.axis = 0});
  }
};

Tensor reduced(const Tensor& data, GradContext& c, SegmentReduction reduction) {
  return call(segment_reduce_op, {data, c.in(1)},
              SegmentAttrs{c.attrs<SegmentAttrs>().num_segments, reduction});
}

// The elements that are the segment's largest share its gradient.
Tensor extremum_grad(GradContext& c, const OfRows& of_rows) {
  const Tensor& data = c.in(0);
  const Tensor chosen = cast(equal(data, of_rows(c.out(0))), data.dtype());
  const Tensor counts = reduced(chosen, c, SegmentReduction::sum);
  return multiply(chosen, of_rows(divide_no_nan(c.grad(), counts)));
}

// The product of a segment's other elements; one zero among them is left out of the products, and
// with two of them all gradients are 0.
Tensor product_grad(GradContext& c, const OfRows& of_rows) {
  const Tensor& data = c.in(0);
  const Tensor zero = scalar_like(0, data), one = scalar_like(1, data);
  const Tensor is_zero = equal(data, zero);
  const Tensor others = where(is_zero, one, data);
  const Tensor zeros = reduced(where(is_zero, one, zero), c, SegmentReduction::sum);
  const Tensor products = of_rows(conj(reduced(others, c, SegmentReduction::prod)));
  const Tensor count = of_rows(zeros);
  const Tensor has_none = equal(count, zero), is_only = logical_and(is_zero, equal(count, one));
  const Tensor partial = where(logical_or(has_none, is_only), divide(products, conj(others)), zero);
  return multiply(of_rows(c.grad()), partial);
}

void segment_reduce_grad(GradContext& c) {
  const OfRows of_rows(c.in(1));
  switch (c.attrs<SegmentAttrs>().reduction) {
    case SegmentReduction::sum:
      return c.set(0, of_rows.or_zeros(c.grad()));
    case SegmentReduction::prod:
      return c.set(0, of_rows.only_inside(product_grad(c, of_rows)));
    case SegmentReduction::max:
    case SegmentReduction::min:
      return c.set(0, of_rows.only_inside(extremum_grad(c, of_rows)));
  }
}

constinit const OpDef segment_reduce_op{
    .name = "segment_reduce",
    .tf_name = "UnsortedSegment",
    .inputs = {"data", {"segment_ids", kIndex}},
    .attrs = &attrs_of<SegmentAttrs>,
    .dtypes = kNumeric,
    .keep = Keep::both,
    .infer = infer_segment_reduce,
    .grad = segment_reduce_grad,
    .kernels = {.cpu = cpu::segment_reduce, .cuda = PELTON_CUDA(cuda::segment_reduce)}};

constexpr const OpDef* kSegmentOps[] = {&segment_reduce_op};
const OpFamily segment_ops(kSegmentOps);

}  // namespace
}  // namespace pelton
