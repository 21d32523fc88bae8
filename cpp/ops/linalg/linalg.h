// Declares products of matrices.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

Tensor matmul(const Tensor& a, const Tensor& b, const MatmulAttrs& attrs = {});

}  // namespace pelton
