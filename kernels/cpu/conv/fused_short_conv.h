// Declares the fused convolution's forward pass by short reductions.
#pragma once
#include "kernels/common/fused_conv2d_shape.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// Whether each output is a sum of so few products that whole windows of the pool are better kept in
// registers than written as a map: first layers over images. The type is float or double.
bool has_short_conv(const FusedConv2dShape& shape);

// Operands and results as fused_conv2d's. False, and nothing is written, where filters that are not
// finite meet padding, with which no product is to be formed.
template <class T>
bool short_conv(const FusedConv2dShape& shape, const KernelContext& context);

}  // namespace pelton::cpu
