// Owns the interface of the gradients that use the pool's sparsity: at most one cell of a window
// has a gradient (none where relu is off), so a pool of n cells leaves 1/n of the products; and so
// do gradients of which most are zero.
#pragma once
#include "kernels/cpu/conv/fused_conv2d_grad.h"

namespace pelton::cpu {

// True for what the two functions take: one group, no dilation, offsets of 31 bits.
bool fits_sparse_grad(const FusedConv2dShape& shape);

// The gradient of the images, image by image.
template <class T>
void sparse_input_grad(const FusedGrad<T>& grad, const KernelContext& context);
// The gradients of the filters and of the bias. Sums are cut into pieces that depend on the shapes
// only and added up in one order, so the bits are the same for any number of threads.
template <class T>
void sparse_filter_grad(const FusedGrad<T>& grad, const KernelContext& context);

}  // namespace pelton::cpu
