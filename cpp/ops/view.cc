// Owns the view ops: reshape and its relatives, which share bytes under another layout.
#include "ops/infer.h"
#include "ops/op_list.h"
#include "ops/ops.h"
#include "runtime/memory.h"

namespace pelton {

namespace {

void infer_reshape(InferContext& c) {
  const Axes& wanted = c.attrs<ReshapeAttrs>().shape;
  const int64_t count = c.in(0).size();
  Shape shape = wanted;
  int64_t known = 1;
  int64_t* unknown = nullptr;
  for (int64_t& size : shape) {
    check(size >= -1, "Size must be non-negative or -1, got ", size);
    check(size != -1 || unknown == nullptr, "Only one size may be -1, got ", wanted);
    if (size == -1)
      unknown = &size;
    else
      known = checked_multiply(known, size);
  }
  if (unknown != nullptr) {
    check(known > 0 && count % known == 0, "Input to reshape is a tensor with ", count,
          " values, but the requested shape requires a multiple of ", known);
    *unknown = count / known;
  }
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

constinit const OpDef reshape_op{.name = "reshape",
                                 .tf_name = "Reshape",
                                 .inputs = {"tensor"},
                                 .attrs = &attrs_of<ReshapeAttrs>,
                                 .infer = infer_reshape,
                                 .grad = reshape_grad,
                                 .view = reshape_view};

constexpr const OpDef* kFamily[] = {&reshape_op};

}  // namespace

Tensor reshape(const Tensor& tensor, const ReshapeAttrs& attrs) {
  return call(reshape_op, {tensor}, attrs);
}

std::span<const OpDef* const> view_ops() { return kFamily; }

}  // namespace pelton
