// Owns the float32 and float64 rows of the trigonometric and hyperbolic functors.
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<TrigonometricFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
