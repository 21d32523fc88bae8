// Owns the integer, complex and bool rows of the functors of comparison, logic and bits.
#include "kernels/common/functors/functors_compare.h"
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu {

template <class F>
Row other_row(DType dtype) {
  return find_row<F>(Join<Types<bool>, IntegerTypes, ComplexTypes>{}, dtype);
}

template Row other_row<Equal>(DType);
template Row other_row<NotEqual>(DType);
template Row other_row<Less>(DType);
template Row other_row<LessEqual>(DType);
template Row other_row<Greater>(DType);
template Row other_row<GreaterEqual>(DType);
template Row other_row<LogicalAnd>(DType);
template Row other_row<LogicalOr>(DType);
template Row other_row<LogicalXor>(DType);
template Row other_row<LogicalNot>(DType);
template Row other_row<BitwiseAnd>(DType);
template Row other_row<BitwiseOr>(DType);
template Row other_row<BitwiseXor>(DType);
template Row other_row<BitwiseInvert>(DType);
template Row other_row<LeftShift>(DType);
template Row other_row<RightShift>(DType);

}  // namespace pelton::cpu
