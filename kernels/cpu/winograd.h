// Owns the interface of the convolution by Winograd's F(2x2, 3x3): 16 products in place of 36 for
// four outputs, at a rounding error that is some times larger.
#pragma once
#include "kernels/cpu/conv_gather.h"

namespace pelton::cpu {

// True where it takes less time than the direct way: filters of 3x3 taps one apart, stride 1, one
// group, enough channels for the transforms to cost little, and an output that the 2x2 tiles cover
// without much waste and that is large enough to pay for transforming the filters.
bool is_winograd_faster(const Conv2dShape& shape);

// The forward pass of `shape` (which may be cut to fewer rows and columns than there are) into the
// sink. T is float or a 16-bit type, computed in float. An infinity or NaN of the input may spread
// to the whole 2x2 tile of each output that sees it.
template <class T>
void winograd_forward(const Conv2dShape& shape, const T* input, const T* filters,
                      const BandSink<float>& sink, const KernelContext& context);

// The whole forward pass into `output`.
template <class T>
void winograd_conv2d(const Conv2dShape& shape, const T* input, const T* filters, T* output,
                     const KernelContext& context);

// The same for the input gradient, which is a convolution too.
bool is_winograd_input_grad_faster(const Conv2dShape& shape);
template <class T>
void winograd_input_grad(const Conv2dShape& shape, const T* filters, const T* out_grad,
                         T* input_grad, const KernelContext& context);

}  // namespace pelton::cpu
