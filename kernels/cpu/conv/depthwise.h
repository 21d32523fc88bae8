// Declares the convolution of each channel by a filter of its own.
#pragma once
#include "kernels/cpu/conv/conv_filter_grad.h"
#include "kernels/cpu/conv/conv_gather.h"

namespace pelton::cpu {

// Whether each group of `shape` is one channel that gives one channel.
inline bool is_depthwise(const Conv2dShape& shape) {
  return shape.groups > 1 && shape.group_in() == 1 && shape.group_out() == 1;
}

// The passes of convolutions that are depthwise. Sums run over taps in row-major order; the 16-bit
// types are summed in float and rounded once. `epilogue`, where given, takes over what else goes to
// `out`; rows and columns of `shape` may be cut to those that it wants.
template <class T>
void depthwise_conv2d(const Conv2dShape& shape, const T* input, const T* filters, T* out,
                      const BandEpilogue<Compute<T>>* epilogue, const KernelContext& context);
template <class T>
void depthwise_input_grad(const Conv2dShape& shape, const T* filters, const T* out_grad,
                          T* input_grad, const KernelContext& context);
// The pieces of the sum depend on the shapes only: the bits are the same for any number of threads.
template <class T>
void depthwise_filter_grad(const FilterGrad<T>& grad, const KernelContext& context);

}  // namespace pelton::cpu
