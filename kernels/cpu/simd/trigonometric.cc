// Owns the float32 and float64 rows of the trigonometric and hyperbolic functors.
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template Row float_row<Sin>(DType);
template Row float_row<Cos>(DType);
template Row float_row<Tan>(DType);
template Row float_row<Asin>(DType);
template Row float_row<Acos>(DType);
template Row float_row<Atan>(DType);
template Row float_row<Sinh>(DType);
template Row float_row<Cosh>(DType);
template Row float_row<Asinh>(DType);
template Row float_row<Acosh>(DType);
template Row float_row<Atanh>(DType);
template Row float_row<Tanh>(DType);
template Row float_row<TanhGrad>(DType);

}  // namespace pelton::cpu::PELTON_ISA
