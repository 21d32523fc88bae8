// Owns the float32 and float64 rows of the activation functors.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template Row float_row<Sigmoid>(DType);
template Row float_row<SigmoidGrad>(DType);
template Row float_row<Relu>(DType);
template Row float_row<ReluGrad>(DType);
template Row float_row<Relu6>(DType);
template Row float_row<Elu>(DType);
template Row float_row<Selu>(DType);
template Row float_row<Softplus>(DType);
template Row float_row<Softsign>(DType);
template Row float_row<Silu>(DType);
template Row float_row<Gelu>(DType);
template Row float_row<GeluGrad>(DType);
template Row float_row<LeakyRelu>(DType);

}  // namespace pelton::cpu::PELTON_ISA
