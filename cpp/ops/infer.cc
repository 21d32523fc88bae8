#include "ops/infer.h"

namespace pelton::infer {

void same_as_first(InferContext& context) {
  context.add_output(context.dtype(0), context.shape(0));
}

Tensor same_bytes(const InferContext& context) {
  return context.in(0).view(context.in(0).layout());
}

void bool_like_first(InferContext& context) {
  context.add_output(DType::boolean, context.shape(0));
}

void real_like_first(InferContext& context) {
  context.add_output(real_dtype(context.dtype(0)), context.shape(0));
}

namespace {

// One shape, the usual case, is not even copied.
void add_broadcast(InferContext& context, DType dtype) {
  const Shape &a = context.shape(0), &b = context.shape(1);
  if (a == b)
    context.add_output(dtype, a);
  else
    context.add_output(dtype, broadcast_shapes(a, b));
}

}  // namespace

void broadcast(InferContext& context) { add_broadcast(context, context.dtype(0)); }

void broadcast_to_bool(InferContext& context) { add_broadcast(context, DType::boolean); }

}  // namespace pelton::infer
