// Owns write_row: a tensor with another row.
#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_write_row(InferContext& c) {
  const Shape& shape = c.shape(0);
  check(!shape.empty(), "elements must have rows");
  check(c.shape(1).empty(), "index must be a scalar");
  const Shape row(shape.begin() + 1, shape.end());
  check(may_equal(c.shape(2), row), "a row of ", shape, " has shape ", row, ", got ", c.shape(2));
  Shape out = merge_shapes(row, c.shape(2));
  out.insert(0, shape[0]);
  c.add_output(c.dtype(0), out);
}

void write_row_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, write_row(c.grad(), c.in(1), zeros_like(c.in(2))));
  if (c.needs(2)) c.set(2, gather(c.grad(), c.in(1), {.axis = 0}));
}

constinit const OpDef write_row_op{
    .name = "write_row",
    .tf_name = "TensorListSetItem",
    .inputs = {"elements", {"index", kIndex}, "row"},
    .keep = Keep::later_inputs,
    .infer = infer_write_row,
    .grad = write_row_grad,
    .reuses_input_0 = true,
    .kernels = {.cpu = cpu::write_row, .cuda = PELTON_CUDA(cuda::write_row)}};

constexpr const OpDef* kWriteRowOps[] = {&write_row_op};
const OpFamily write_row_ops(kWriteRowOps);

}  // namespace

Tensor write_row(const Tensor& elements, const Tensor& index, const Tensor& row) {
  return call(write_row_op, {elements, index, row});
}

}  // namespace pelton
