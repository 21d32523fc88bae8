// Owns the float32 and float64 rows of the unary functors.
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template Row float_row<Negative>(DType);
template Row float_row<Abs>(DType);
template Row float_row<Sign>(DType);
template Row float_row<Square>(DType);
template Row float_row<Sqrt>(DType);
template Row float_row<Rsqrt>(DType);
template Row float_row<Reciprocal>(DType);
template Row float_row<Exp>(DType);
template Row float_row<Expm1>(DType);
template Row float_row<Log>(DType);
template Row float_row<Log1p>(DType);
template Row float_row<Erf>(DType);
template Row float_row<Floor>(DType);
template Row float_row<Ceil>(DType);
template Row float_row<Round>(DType);
template Row float_row<IsNan>(DType);
template Row float_row<IsInf>(DType);
template Row float_row<IsFinite>(DType);
template Row float_row<MakeComplex>(DType);

}  // namespace pelton::cpu::PELTON_ISA
