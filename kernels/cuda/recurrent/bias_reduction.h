// Owns the gradient of the biases of recurrent layers.
#pragma once
#include "kernels/cuda/reduce/column_reduction.h"

namespace pelton::cuda {

// The bias's gradient: the sums of the gates' gradients.
template <class T>
struct BiasReduction {
  using Acc = compute_t<T>;

  PELTON_HD Acc chunk(int64_t first, int64_t last, int64_t column) const {
    Acc sum = 0;
    for (int64_t row = first; row < last; ++row) sum += gate_grads[row * columns + column];
    return sum;
  }
  PELTON_HD Acc combine(Acc a, Acc b) const { return a + b; }
  PELTON_HD void finish(int64_t column, Acc sum) const { out[column] = T(sum); }

  const Acc* gate_grads;
  int64_t columns;
  T* out;
};

}  // namespace pelton::cuda
