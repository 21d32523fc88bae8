// Declares the CPU kernels that move elements whatever their dtype; built once.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

void strided_slice_grad(const KernelContext& context);
void strided_slice_assign(const KernelContext& context);  // in place: in(0) is written
void concat(const KernelContext& context);  // also stack: it only lays rows side by side
void nonzero(const KernelContext& context);
void gather(const KernelContext& context);
void scatter_add(const KernelContext& context);
void one_hot(const KernelContext& context);
void pad(const KernelContext& context);
void tile(const KernelContext& context);

}  // namespace pelton::cpu
