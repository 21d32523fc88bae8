// Owns the float32 and float64 rows of the functors of special functions.
#include "kernels/common/functors/functors_special.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<SpecialFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
