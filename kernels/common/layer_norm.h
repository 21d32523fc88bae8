// Owns the formulas of layer normalisation for one row, in the type they are computed in. Must not
// know loops.
#pragma once
#include "kernels/common/batch_norm.h"

namespace pelton::row_norm {

// (x - mean) / sqrt(variance + epsilon) as (x - center) * rate + shift. The center is the mean as
// it was rounded; far from zero only the shift can tell what that left out.
template <class S>
struct Normal {
  // From the sum of the deviations from the center, and that of their squares, over n elements.
  PELTON_HD static Normal of(S center, S residual, S squares, S n, S epsilon) {
    S rest = 0;
    batch_norm::correct(rest, squares, residual, n);
    const S rate = batch_norm::factor(S(1), squares / n, epsilon);
    return {center, rate, -rest * rate};
  }
  PELTON_HD S operator()(S x) const { return (x - center) * rate + shift; }
  S center, rate, shift;
};

// The gradient of x for one row, from that of its normalised elements.
template <class S>
struct InputGrad {
  // `sum` is the sum of the n gradients, `product` that of gradient * (x - center).
  PELTON_HD static InputGrad of(const Normal<S>& normal, S sum, S product, S n) {
    return {normal.rate, sum / n, (product * normal.rate + sum * normal.shift) / n};
  }
  PELTON_HD S operator()(S grad, S normal) const { return rate * (grad - mean - normal * slope); }
  S rate, mean, slope;
};

}  // namespace pelton::row_norm
