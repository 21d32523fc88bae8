// Owns flat_index and scatter_update, of which the nd forms of gather and scatter are made, and
// bitcast.
#include "kernels/common/attrs/segment_attrs.h"
#include "kernels/declared/segment.h"
#include "ops/array/array.h"
#include "ops/op_list.h"

namespace pelton {

struct BitcastAttrs {
  DType type = DType::float32;
};
template <>
inline constexpr auto fields<BitcastAttrs> =
    std::tuple{required_field("type", &BitcastAttrs::type)};

namespace {

void infer_flat_index(InferContext& c) {
  const Axes& dims = c.attrs<FlatIndexAttrs>().dims;
  const Shape& indices = c.shape(0);
  check(!indices.empty() && may_equal(indices.back(), static_cast<int64_t>(dims.size())),
        "index depth must be that of ", numbers(dims), ", got indices of shape ", indices);
  for (int64_t size : dims) check(is_size(size), "dims must not be negative, got ", numbers(dims));
  count_or_unknown(Shape(dims));
  c.add_output(DType::int64, Shape(indices.begin(), indices.end() - 1));
}

void infer_scatter_update(InferContext& c) {
  const Shape &tensor = c.shape(0), &indices = c.shape(1);
  check(!tensor.empty(), "tensor must have rows, got a scalar");
  check(indices.size() == 1, "indices must be a vector, got shape ", indices);
  Shape rows = tensor;
  rows[0] = indices[0];
  check(may_equal(c.shape(2), rows), "updates must have shape ", rows, ", got ", c.shape(2));
  c.add_output(c.dtype(0), tensor);
}

extern const OpDef scatter_update_op;

void scatter_update_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, call(scatter_update_op, {c.grad(), c.in(1), zeros_like(c.in(2))}));
  if (c.needs(2)) c.set(2, gather(c.grad(), c.in(1), {.axis = 0}));
}

// Wider elements are the bytes of a last axis that goes.
void infer_bitcast(InferContext& c) {
  const DType type = c.attrs<BitcastAttrs>().type;
  check(kNumeric.contains(type), "Cannot bitcast to ", type);
  const int64_t from = size_of(c.dtype(0)), to = size_of(type);
  Shape shape = c.shape(0);
  if (from < to) {
    check(!shape.empty() && may_equal(shape.back(), to / from), "Cannot bitcast from ", c.dtype(0),
          " to ", type, ": the last axis must have size ", to / from, ", got shape ", shape);
    shape.erase(shape.size() - 1);
  } else if (from > to) {
    shape.push_back(from / to);
  }
  c.add_output(type, shape);
}

constinit const OpDef flat_index_op{
    .name = "flat_index",
    .tf_name = "RavelIndex",
    .inputs = {{"indices", kIndex}},
    .attrs = &attrs_of<FlatIndexAttrs>,
    .infer = infer_flat_index,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::flat_index, .cuda = PELTON_CUDA(cuda::flat_index)}};
constinit const OpDef scatter_update_op{
    .name = "scatter_update",
    .tf_name = "TensorScatterUpdate",
    .inputs = {"tensor", {"indices", DTypeSet{DType::int64}}, "updates"},
    .dtypes = kNumericOrBoolean,
    .keep = Keep::later_inputs,
    .infer = infer_scatter_update,
    .grad = scatter_update_grad,
    .kernels = {.cpu = cpu::scatter_update, .cuda = PELTON_CUDA(cuda::scatter_update)}};
constinit const OpDef bitcast_op{
    .name = "bitcast",
    .tf_name = "Bitcast",
    .inputs = {"input"},
    .attrs = &attrs_of<BitcastAttrs>,
    .dtypes = kNumeric,
    .infer = infer_bitcast,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::bitcast, .cuda = PELTON_CUDA(cuda::bitcast)}};

constexpr const OpDef* kIndexedRowOps[] = {&flat_index_op, &scatter_update_op, &bitcast_op};
const OpFamily indexed_row_ops(kIndexedRowOps);

}  // namespace
}  // namespace pelton
