// Owns the seam between the kernels of convolution and a library that may take them over. Includes
// no CUDA header.
#pragma once
#include "kernels/common/window.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

enum class ConvolutionPass : int32_t { forward, input_grad, filter_grad };

// Row-major NHWC images and results and HWIO filters of one dtype; a pass writes one of the three.
struct ConvolutionCall {
  ConvolutionPass pass;
  Conv2dShape shape;
  void *images, *filters, *results;
  DType dtype;
};

// What a library without asymmetric padding would see: whether `before` on both sides gives as
// many outputs, and so the same ones.
inline bool is_symmetric(const WindowAxis& axis) {
  const int64_t reach = (axis.window - 1) * axis.dilation + 1;
  const int64_t room = axis.in + 2 * axis.before - reach;
  return room >= 0 && room / axis.stride + 1 == axis.out;
}

// Does the pass; false, having done nothing, where it cannot. Null: there is no library.
using LibraryConvolution = bool (*)(const KernelContext&, const ConvolutionCall&);
inline constinit LibraryConvolution library_convolution = nullptr;

}  // namespace pelton::cuda
