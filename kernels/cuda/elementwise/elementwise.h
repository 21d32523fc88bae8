// Declares the elementwise kernels and the copies: NumPy broadcasting to output 0, which is
// row-major; inputs of any strides.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

// The kernel of functor F; the last input's dtype decides.
template <class F>
void elementwise(const KernelContext& context);

// Conversion between any two dtypes (see kernels/common/convert.h).
void cast(const KernelContext& context);
// Copies input 0, whatever its dtype and strides.
void identity(const KernelContext& context);
// condition ? x : y for any dtype of x and y.
void where(const KernelContext& context);

using MoveKernels = KernelList<identity, where, cast>;

}  // namespace pelton::cuda
