// Owns the interface between the fused convolution's gradient and its two ways of computing.
#pragma once
#include "kernels/common/fused_conv2d_shape.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// The gradient's operands; y null where nothing is masked, input_grad null where not wanted.
template <class T>
struct FusedGrad {
  FusedConv2dShape shape;
  const T *input, *filters, *y;
  const uint8_t* cells;
  const T* out_grad;
  T *input_grad, *filters_grad, *bias_grad;
};

// bias_grad, and the gradient of y where relu is on, else 0, into `masked` (if not null).
template <class T>
void masked_grad(const FusedGrad<T>& grad, T* masked, const KernelContext& context);

}  // namespace pelton::cpu
