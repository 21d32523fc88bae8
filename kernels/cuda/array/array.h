// Declares the CUDA kernels that move elements whatever their dtype.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

void strided_slice_grad(const KernelContext& context);
void strided_slice_assign(const KernelContext& context);  // in place: in(0) is written
void concat(const KernelContext& context);  // also stack: it only lays rows side by side
void pad(const KernelContext& context);
void tile(const KernelContext& context);
// An index outside counts as 0 on a GPU; fake GPUs raise invalid_argument.
void gather(const KernelContext& context);
void scatter_add(const KernelContext& context);
void one_hot(const KernelContext& context);
// Row-major positions of the true elements, as many as NonzeroAttrs says.
void nonzero(const KernelContext& context);

using ArrayKernels = KernelList<concat, pad, tile, strided_slice_grad, strided_slice_assign, gather,
                                scatter_add, one_hot, nonzero>;

}  // namespace pelton::cuda
