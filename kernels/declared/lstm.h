// Declares the LSTM over whole sequences in one kernel, and its gradient. An operand of shape (0,)
// stands for one that is not given.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// in: x (batch, time, features), kernel (features, 4 * units), recurrent kernel (units, 4 * units),
// bias (4 * units), initial h and c (batch, units), bool mask (batch, time); out: h of each step
// (batch, time, units), what the gradient reads (batch, time, 5, units), which is left out where
// that view has no data, last h and c (LstmAttrs). Gates lie in the order i, f, candidate, o.
void lstm(const KernelContext& context);
// in: x, kernel, recurrent kernel, initial h and c, mask, both sequences that lstm gave, gradients
// of its outputs; out: gradients of x (if wanted), of kernel, recurrent kernel and bias one below
// the other, of initial h and c (LstmGradAttrs).
void lstm_grad(const KernelContext& context);

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction lstm, lstm_grad;
using RecurrentKernels = KernelList<lstm, lstm_grad>;

}  // namespace pelton::cuda
