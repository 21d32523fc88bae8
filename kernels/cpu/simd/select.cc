// Owns the float32 and float64 rows of the functor of clip_by_value.
#include "kernels/common/functors/functors_select.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<SelectFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
