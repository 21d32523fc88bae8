// Owns the float32 and float64 rows of the unary functors and of those of gradients.
#include "kernels/common/functors/functors_gradient.h"
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<UnaryFunctors>;
template struct FloatRows<GradientFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
