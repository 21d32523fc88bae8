// Declares the optimizer steps, one kernel per update rule R. Operands are groups of equal length:
// parameters and the slots that the attributes ask for, all of which are overwritten, and
// gradients, with in_slices the numbers of their rows; then the rate (float32 or float64) and how
// many steps came before (int64; negative: do nothing).
#pragma once
#include "kernels/cpu/dispatch/slots.h"

namespace pelton::cpu {
namespace generic {
template <class R>
void update(const KernelContext& context);
}
namespace avx2 {
template <class R>
void update(const KernelContext& context);
}
namespace avx512 {
template <class R>
void update(const KernelContext& context);
}
}  // namespace pelton::cpu
