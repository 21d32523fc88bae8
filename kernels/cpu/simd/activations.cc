// Owns the float32 and float64 rows of the activation functors.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<ActivationFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
