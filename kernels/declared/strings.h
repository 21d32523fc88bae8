// Declares the kernels that make or read strings, which run on CPUs only.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// in: x, y, of numbers or both of strings, which are laid one after the other.
void add(const KernelContext& context);

}  // namespace pelton::cpu
