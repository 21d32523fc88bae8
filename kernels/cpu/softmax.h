// Declares softmax, log-softmax and the cross-entropies of softmax.
#pragma once
#include "kernels/cpu/slots.h"

namespace pelton::cpu {

PELTON_KERNEL(softmax)      // SoftmaxAttrs
PELTON_KERNEL(log_softmax)  // SoftmaxAttrs
// in: labels, logits (rows, n); out: loss (rows), d loss / d logits (rows, n).
PELTON_KERNEL(sparse_softmax_cross_entropy)
PELTON_KERNEL(softmax_cross_entropy)

}  // namespace pelton::cpu
