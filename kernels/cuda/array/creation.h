// Declares the kernels that make tensors out of attributes.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

void zeros(const KernelContext& context);
void ones(const KernelContext& context);
void full(const KernelContext& context);   // FullAttrs
void eye(const KernelContext& context);    // EyeAttrs
void range(const KernelContext& context);  // RangeAttrs
void iota(const KernelContext& context);
void shape(const KernelContext& context);  // of input 0, whose bytes it does not read

using CreationKernels = KernelList<zeros, ones, full, eye, range, iota, shape>;

}  // namespace pelton::cuda
