// Owns the interface of the gradients of convolutions whose output gradient is nearly all zero, as
// behind a maximum over all positions. Must not know what made the zeros.
#pragma once
#include "kernels/cpu/conv/conv_filter_grad.h"

namespace pelton::cpu {

// Both look at the numbers; false, with nothing written, where another way is to be taken: for few
// zeros, for factors that are infinite or NaN (whose products with zero are NaN), and for
// geometries that sparse gradients do not take.
template <class T>
[[nodiscard]] bool mostly_zero_input_grad(const Conv2dShape& shape, const T* filters,
                                          const T* out_grad, T* input_grad,
                                          const KernelContext& context);
template <class T>
[[nodiscard]] bool mostly_zero_filter_grad(const FilterGrad<T>& grad, const KernelContext& context);

}  // namespace pelton::cpu
