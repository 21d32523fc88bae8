// Owns the float32 and float64 rows of the functors of comparison, logic and bits.
#include "kernels/common/functors/functors_compare.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template Row float_row<Equal>(DType);
template Row float_row<NotEqual>(DType);
template Row float_row<Less>(DType);
template Row float_row<LessEqual>(DType);
template Row float_row<Greater>(DType);
template Row float_row<GreaterEqual>(DType);

}  // namespace pelton::cpu::PELTON_ISA
