// Declares the kernels that give an axis another size (ResampleAttrs), and images (ResizeAttrs).
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// out(0) = weighted means along the axis of in(0); float32 where that is of bytes.
void resample(const KernelContext& context);
// out(0) = what in(0), the output gradient, is to each input.
void resample_grad(const KernelContext& context);
// out(0) = the images in(0) of another height and width; float32 where they are of bytes.
void resize_bilinear(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction resample, resample_grad, resize_bilinear;
using ResampleKernels = KernelList<resample, resample_grad, resize_bilinear>;

}  // namespace pelton::cuda
