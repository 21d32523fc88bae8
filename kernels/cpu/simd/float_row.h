// Owns the choice of a functor's float32 and float64 rows in one instruction set.
#pragma once
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu::PELTON_ISA {

template <class F>
Row float_row(DType dtype) {
  return find_row<F>(Types<float, double>{}, dtype);
}

template <class F>
constexpr Row (*float_row_if_any())(DType) {
  if constexpr (kHasFloatRow<F>)
    return &float_row<F>;
  else
    return nullptr;
}

// `template struct FloatRows<UnaryFunctors>;` compiles float_row of each functor that has one.
template <class List>
struct FloatRows;
template <class... F>
struct FloatRows<Types<F...>> {
  static constexpr Row (*kRows[])(DType) = {float_row_if_any<F>()...};
};

}  // namespace pelton::cpu::PELTON_ISA
