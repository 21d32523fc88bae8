// Declares the GRU over whole sequences in one kernel, and its gradient. An operand of shape (0,)
// stands for one that is not given.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// in: x times its kernel (batch, time, 3 * units), recurrent kernel (units, 3 * units), recurrent
// bias (3 * units), initial h (batch, units), bool mask (batch, time); out: h of each step (batch,
// time, units), what the gradient reads (batch, time, 5, units), which is left out where that view
// has no data, last h (GruAttrs). Gates lie in the order update, reset, candidate.
void gru(const KernelContext& context);
// in: recurrent kernel, initial h, mask, what gru saved, gradients of its outputs; out: gradients
// of x times its kernel, of recurrent kernel and bias one below the other, of initial h
// (GruGradAttrs).
void gru_grad(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction gru, gru_grad;
using GruKernels = KernelList<gru, gru_grad>;

}  // namespace pelton::cuda
