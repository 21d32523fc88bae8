// Owns the float32 and float64 rows of the binary arithmetic functors.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<BinaryFunctors>;

}  // namespace pelton::cpu::PELTON_ISA
