// Declares the reduction kernels.
#pragma once
#include "kernels/common/reduction.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

// Reductions the axes that ReduceAttrs names; sums of float32 are made in float64. The same shape
// gives the same bits.
template <ReductionKind Kind>
void reduce(const KernelContext& context);

// Sums input 0 down to output 0's shape, which broadcasts to it.
void sum_to_shape(const KernelContext& context);

// The index along ArgReduceAttrs::axis of the first greatest or least value; NaN never is.
void argmax(const KernelContext& context);
void argmin(const KernelContext& context);

using ReductionKernels =
    KernelList<reduce<ReductionKind::sum>, reduce<ReductionKind::mean>, reduce<ReductionKind::prod>,
               reduce<ReductionKind::max>, reduce<ReductionKind::min>, reduce<ReductionKind::any>,
               reduce<ReductionKind::all>, reduce<ReductionKind::variance>,
               reduce<ReductionKind::deviation>, reduce<ReductionKind::logsumexp>,
               reduce<ReductionKind::sum_of_squares>, sum_to_shape, argmax, argmin>;

}  // namespace pelton::cuda
