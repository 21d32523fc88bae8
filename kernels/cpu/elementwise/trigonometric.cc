// Owns the integer, complex and bool rows of the trigonometric and hyperbolic functors.
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu {

template <class F>
Row other_row(DType dtype) {
  return find_row<F>(Join<Types<bool>, IntegerTypes, ComplexTypes>{}, dtype);
}

template Row other_row<Sin>(DType);
template Row other_row<Cos>(DType);
template Row other_row<Tan>(DType);
template Row other_row<Asin>(DType);
template Row other_row<Acos>(DType);
template Row other_row<Atan>(DType);
template Row other_row<Sinh>(DType);
template Row other_row<Cosh>(DType);
template Row other_row<Asinh>(DType);
template Row other_row<Acosh>(DType);
template Row other_row<Atanh>(DType);
template Row other_row<Tanh>(DType);
template Row other_row<TanhGrad>(DType);

}  // namespace pelton::cpu
