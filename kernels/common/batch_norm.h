// Owns the formulas of batch normalisation for one channel, in the type of the statistics. Must not
// know loops.
#pragma once
#include <cmath>

#include "kernels/common/functors/functors_activation.h"

namespace pelton::batch_norm {

// Adds the moments (mean, sum of squared deviations) of `added` rows to those of `before` rows: the
// update formula of Chan, Golub and LeVeque, 1983.
template <class S>
struct Joint {
  PELTON_HD Joint(double before, double added)
      : share(static_cast<S>(added / (before + added))),
        weight(static_cast<S>(before * added / (before + added))) {}
  PELTON_HD void add(S& mean, S& squares, S other_mean, S other_squares) const {
    const S delta = other_mean - mean;
    mean += delta * share;
    squares += other_squares + delta * delta * weight;
  }
  S share, weight;
};

// What rounding did to the moments of `rows` rows, taken back: `residual` is the sum of the
// deviations from the rounded mean (the two-pass algorithm of the same paper).
template <class S>
PELTON_HD void correct(S& mean, S& squares, S residual, S rows) {
  squares -= residual * residual / rows;
  mean += residual / rows;
}

template <class S>
PELTON_HD S factor(S scale, S variance, S epsilon) {
  return scale / std::sqrt(variance + epsilon);
}

template <class S>
PELTON_HD S normalized(S x, S mean, S factor, S offset) {
  return (x - mean) * factor + offset;
}

// What is written of a normalized value: rounded, then what the activation makes of it.
template <class T, class S>
PELTON_HD T activated(S value, FusedActivation activation) {
  const T rounded(value);
  return activation == FusedActivation::relu ? T(Relu{}(S(rounded))) : rounded;
}

// What the activation passes of the gradient of what activated() gives.
template <class T, class S>
PELTON_HD S passed(S grad, S value, FusedActivation activation) {
  return activation == FusedActivation::relu ? ReluGrad{}(grad, S(T(value))) : grad;
}

// The gradient of x for one channel.
template <class S>
struct InputGrad {
  // `sum` is the sum of the n gradients, `product` that of gradient * (x - mean).
  PELTON_HD static InputGrad of(S scale, S mean, S variance, S epsilon, S sum, S product, S n) {
    return {mean, batch_norm::factor(scale, variance, epsilon), sum / n,
            product / (variance + epsilon) / n};
  }
  PELTON_HD S operator()(S grad, S x) const { return factor * (grad - shift - (x - mean) * slope); }
  S mean, factor, shift, slope;
};

}  // namespace pelton::batch_norm
