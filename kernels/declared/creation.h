// Declares the kernels that make tensors out of attributes.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

void zeros(const KernelContext& context);
void ones(const KernelContext& context);
void full(const KernelContext& context);
void eye(const KernelContext& context);
void range(const KernelContext& context);
void iota(const KernelContext& context);
void shape(const KernelContext& context);  // of input 0, whose bytes it does not read

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction zeros, ones, full, eye, range, iota, shape;
using CreationKernels = KernelList<zeros, ones, full, eye, range, iota, shape>;

}  // namespace pelton::cuda
