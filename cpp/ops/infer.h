// Owns the shape functions that many ops share.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton::infer {

// Output 0 has input 0's shape and dtype.
void same_as_first(InferContext& context);
// Input 0's bytes as another tensor: the view of ops that change nothing.
Tensor same_bytes(const InferContext& context);
// Output 0 has input 0's shape and dtype bool.
void bool_like_first(InferContext& context);
// Output 0 has input 0's shape and dtype, or the dtype of its parts where that is complex.
void real_like_first(InferContext& context);
// Output 0 has the shape that inputs 0 and 1 broadcast to, and input 0's dtype.
void broadcast(InferContext& context);
// Like broadcast, with dtype bool.
void broadcast_to_bool(InferContext& context);

}  // namespace pelton::infer
