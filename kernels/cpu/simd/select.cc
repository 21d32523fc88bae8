// Owns the float32 and float64 rows of the functor of clip_by_value.
#include "kernels/common/functors_select.h"
#include "kernels/cpu/rows.h"

namespace pelton::cpu::PELTON_ISA {

template <class F>
Row float_row(DType dtype) {
  return find_row<F>(Types<float, double>{}, dtype);
}

template Row float_row<Clip>(DType);

}  // namespace pelton::cpu::PELTON_ISA
