// Declares the kernels that move elements whatever their dtype; on the CPU they are built once.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

void strided_slice_grad(const KernelContext& context);
void strided_slice_assign(const KernelContext& context);  // in place: in(0) is written
void concat(const KernelContext& context);  // also stack: it only lays rows side by side
// Row-major positions of the true elements, as many as NonzeroAttrs says.
void nonzero(const KernelContext& context);
// An index outside raises invalid_argument, on a GPU only on a fake one: it counts as 0 there.
void gather(const KernelContext& context);
void scatter_add(const KernelContext& context);
void one_hot(const KernelContext& context);
void write_row(const KernelContext& context);
void pad(const KernelContext& context);
void tile(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction strided_slice_grad, strided_slice_assign, concat, pad, tile, gather, scatter_add,
    one_hot, write_row, nonzero;
using ArrayKernels = KernelList<concat, pad, tile, strided_slice_grad, strided_slice_assign, gather,
                                scatter_add, one_hot, write_row, nonzero>;

}  // namespace pelton::cuda
