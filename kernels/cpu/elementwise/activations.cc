// Owns the integer, complex and bool rows of the activation functors.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu {

template <class F>
Row other_row(DType dtype) {
  return find_row<F>(Join<Types<bool>, IntegerTypes, ComplexTypes>{}, dtype);
}

template Row other_row<Sigmoid>(DType);
template Row other_row<SigmoidGrad>(DType);
template Row other_row<Relu>(DType);
template Row other_row<ReluGrad>(DType);
template Row other_row<Relu6>(DType);

}  // namespace pelton::cpu
