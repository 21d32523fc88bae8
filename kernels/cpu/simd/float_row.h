// Owns the choice of a functor's float32 and float64 rows in one instruction set.
#pragma once
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu::PELTON_ISA {

template <class F>
Row float_row(DType dtype) {
  return find_row<F>(Types<float, double>{}, dtype);
}

}  // namespace pelton::cpu::PELTON_ISA
