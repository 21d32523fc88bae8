// Declares the kernel that copies one row-major tensor to another of its shape and dtype.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

void copy(const KernelContext& context);

}  // namespace pelton::cpu
