// Owns the integer, complex and bool rows of the binary arithmetic functors.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu {

template <class F>
Row other_row(DType dtype) {
  return find_row<F>(Join<Types<bool>, IntegerTypes, ComplexTypes>{}, dtype);
}

template Row other_row<Add>(DType);
template Row other_row<Subtract>(DType);
template Row other_row<Multiply>(DType);
template Row other_row<Divide>(DType);
template Row other_row<DivideNoNan>(DType);
template Row other_row<FloorDivide>(DType);
template Row other_row<FloorMod>(DType);
template Row other_row<Pow>(DType);
template Row other_row<Maximum>(DType);
template Row other_row<Minimum>(DType);
template Row other_row<SquaredDifference>(DType);

}  // namespace pelton::cpu
