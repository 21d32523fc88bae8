// Owns how the gradient of a step's output reaches the h that the output repeats.
#pragma once
#include <algorithm>

#include "kernels/cpu/gemm/pack.h"

namespace pelton::cpu {

// Of one row at one step.
template <class S>
struct OutputGrad {
  const S* from;  // null: none arrived
  bool has_mask, is_masked;
  bool zero_if_masked;  // masked outputs are 0 and repeat nothing
};

// Adds the gradient to `dh`, or where the step is masked to `pending`, which waits for the step
// whose h the output repeats. `add` is to[i] += from[i] for i < n, `scratch` a row of its own.
template <class S, class T>
void take_output_grad(const PackTable<S>& pack, void (*add)(T* to, const T* from, int64_t n),
                      const OutputGrad<S>& grad, T* dh, T* pending, T* scratch, int64_t units) {
  T* const to = grad.is_masked ? pending : dh;
  if (grad.from != nullptr && !(grad.is_masked && grad.zero_if_masked)) {
    pack.widen(scratch, 0, {grad.from, 0, 1}, 1, units);
    add(to, scratch, units);
  }
  if (grad.is_masked || grad.zero_if_masked || !grad.has_mask) return;
  add(to, pending, units);
  std::fill_n(pending, units, T{});
}

}  // namespace pelton::cpu
