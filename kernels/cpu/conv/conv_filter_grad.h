// Owns the interface of the filter gradient of a convolution.
#pragma once
#include "kernels/common/window.h"
#include "kernels/cpu/conv/conv_gather.h"

namespace pelton::cpu {

// filters[tap][input channel of the group][output channel] = sum over images and output pixels of
// input times output gradient. The 16-bit types are summed in float and rounded once. The sum is
// cut into pieces that depend on the shapes only and added up in one order, so the bits are the
// same for any number of threads.
template <class T>
struct FilterGrad {
  Conv2dShape shape;
  const T* input;
  const T* out_grad;
  T* filters;
};

template <class T>
void filter_grad(const FilterGrad<T>& grad, const KernelContext& context);

// The same by Winograd's tiles; T is float or a 16-bit type, computed in float.
template <class T>
[[nodiscard]] bool winograd_filter_grad(const FilterGrad<T>& grad, int64_t tile,
                                        const KernelContext& context);

}  // namespace pelton::cpu
