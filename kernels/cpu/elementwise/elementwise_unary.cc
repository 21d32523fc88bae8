// Owns the integer, complex and bool rows of the unary functors.
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu {

template <class F>
Row other_row(DType dtype) {
  return find_row<F>(Join<Types<bool>, IntegerTypes, ComplexTypes>{}, dtype);
}

template Row other_row<Negative>(DType);
template Row other_row<Abs>(DType);
template Row other_row<Sign>(DType);
template Row other_row<Square>(DType);
template Row other_row<Sqrt>(DType);
template Row other_row<Rsqrt>(DType);
template Row other_row<Reciprocal>(DType);
template Row other_row<Exp>(DType);
template Row other_row<Expm1>(DType);
template Row other_row<Log>(DType);
template Row other_row<Log1p>(DType);
template Row other_row<Round>(DType);
template Row other_row<Conj>(DType);
template Row other_row<Real>(DType);
template Row other_row<Imag>(DType);

}  // namespace pelton::cpu
