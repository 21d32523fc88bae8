// Owns the choice of a functor's rows for integers, complex numbers and bool, compiled once.
#pragma once
#include "kernels/cpu/dispatch/rows.h"

namespace pelton::cpu {

template <class F>
Row other_row(DType dtype) {
  return find_row<F>(Join<Types<bool>, IntegerTypes, ComplexTypes, Types<StringElement>>{}, dtype);
}

template <class F>
constexpr Row (*other_row_if_any())(DType) {
  if constexpr (kHasOtherRow<F>)
    return &other_row<F>;
  else
    return nullptr;
}

// `template struct OtherRows<UnaryFunctors>;` compiles other_row of each functor that has one.
template <class List>
struct OtherRows;
template <class... F>
struct OtherRows<Types<F...>> {
  static constexpr Row (*kRows[])(DType) = {other_row_if_any<F>()...};
};

}  // namespace pelton::cpu
