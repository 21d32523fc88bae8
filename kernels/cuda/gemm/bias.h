// Owns what a product's results go through: a bias for each column, then relu.
#pragma once
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {

template <class C>
PELTON_HD C biased(C value, C bias, bool relu) {
  return relu ? Relu{}(value + bias) : value + bias;
}

template <class T>
__global__ void add_bias(int64_t size, int64_t columns, const void* bias, bool relu, void* y) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < size; i += item_step()) {
    T& value = static_cast<T*>(y)[i];
    value = T(biased(C(value), C(static_cast<const T*>(bias)[i % columns]), relu));
  }
}

// y holds `size` results in rows of `columns`; `bias` has that many elements side by side.
template <class T>
void launch_bias(const KernelContext& context, int64_t size, int64_t columns, const void* bias,
                 bool relu, void* y) {
  launch(context, grid_over(size), &add_bias<T>, size, columns, bias, relu, y);
}

}  // namespace pelton::cuda
