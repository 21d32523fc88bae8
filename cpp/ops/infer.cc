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

void broadcast(InferContext& context) {
  context.add_output(context.dtype(0), broadcast_shapes(context.shape(0), context.shape(1)));
}

void broadcast_to_bool(InferContext& context) {
  context.add_output(DType::boolean, broadcast_shapes(context.shape(0), context.shape(1)));
}

}  // namespace pelton::infer
