// Owns what the reductions share: their output shape, and the gradient of the product.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/op_def.h"

namespace pelton {

// The shape that reducing `shape` over attrs.axis leaves. Raises invalid_argument for an axis that
// is out of range or given twice, in TensorFlow's words.
Shape reduced_shape(const Shape& shape, const ReduceAttrs& attrs);

// The gradient of reduce_prod: each element's is the product of all others, right also where some
// are zero; made of public ops, so that it has gradients itself.
void prod_grad(GradContext& c);

}  // namespace pelton
