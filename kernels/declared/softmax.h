// Declares softmax, log-softmax and the cross-entropies of softmax.
#pragma once
#include "kernels/cpu/dispatch/slots.h"
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

PELTON_KERNEL(softmax)      // SoftmaxAttrs
PELTON_KERNEL(log_softmax)  // SoftmaxAttrs
// in: gradient, result; out: gradient by the logits.
PELTON_KERNEL(softmax_grad)      // SoftmaxAttrs
PELTON_KERNEL(log_softmax_grad)  // SoftmaxAttrs
// in: labels, logits (rows, n); out: loss (rows), d loss / d logits (rows, n).
PELTON_KERNEL(sparse_softmax_cross_entropy)
PELTON_KERNEL(softmax_cross_entropy)
// As those; a third output: 1 in rows whose best class is the label, or that of the labels, else 0.
PELTON_KERNEL(sparse_softmax_cross_entropy_correct)  // CrossEntropyCorrectAttrs
PELTON_KERNEL(softmax_cross_entropy_correct)         // CrossEntropyCorrectAttrs
// in: labels, scores (rows, n); out: 1 in rows whose best class is the label, or theirs, else 0.
PELTON_KERNEL(sparse_categorical_correct)
PELTON_KERNEL(categorical_correct)

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction softmax, log_softmax, softmax_grad, log_softmax_grad, sparse_softmax_cross_entropy,
    softmax_cross_entropy, sparse_softmax_cross_entropy_correct, softmax_cross_entropy_correct,
    sparse_categorical_correct, categorical_correct;
using SoftmaxKernels =
    KernelList<softmax, log_softmax, softmax_grad, log_softmax_grad, sparse_softmax_cross_entropy,
               softmax_cross_entropy, sparse_softmax_cross_entropy_correct,
               softmax_cross_entropy_correct, sparse_categorical_correct, categorical_correct>;

}  // namespace pelton::cuda
