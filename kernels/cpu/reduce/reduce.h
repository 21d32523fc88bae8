// Declares the reduction kernels.
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cpu/reduce/reduction.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// Reductions the axes that ReduceAttrs names. The same shape gives the same bits, however many
// threads there are.
template <ReductionKind Kind>
void reduce(const KernelContext& context);

// Sums input 0 down to output 0's shape, which broadcasts to it.
void sum_to_shape(const KernelContext& context);

// The index along ArgReduceAttrs::axis of the first greatest or least value; NaN never is.
PELTON_KERNEL(argmax)
PELTON_KERNEL(argmin)

}  // namespace pelton::cpu
