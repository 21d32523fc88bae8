// Owns the float32 and float64 rows of the functors of comparison, logic and bits.
#include "kernels/common/functors/functors_compare.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<CompareFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
