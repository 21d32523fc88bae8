// Owns the float32 and float64 rows of the binary arithmetic functors.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template Row float_row<Add>(DType);
template Row float_row<Subtract>(DType);
template Row float_row<Multiply>(DType);
template Row float_row<Divide>(DType);
template Row float_row<DivideNoNan>(DType);
template Row float_row<FloorDivide>(DType);
template Row float_row<FloorMod>(DType);
template Row float_row<Pow>(DType);
template Row float_row<Maximum>(DType);
template Row float_row<Minimum>(DType);
template Row float_row<SquaredDifference>(DType);
template Row float_row<Atan2>(DType);

}  // namespace pelton::cpu::PELTON_ISA
