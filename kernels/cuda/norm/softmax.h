// Declares softmax, log-softmax and the cross-entropies of softmax.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cuda {

void softmax(const KernelContext& context);      // SoftmaxAttrs
void log_softmax(const KernelContext& context);  // SoftmaxAttrs
// in: labels, logits (rows, n); out: loss (rows), d loss / d logits (rows, n).
void sparse_softmax_cross_entropy(const KernelContext& context);
void softmax_cross_entropy(const KernelContext& context);
// As those; a third output: 1 in rows whose best class is the label, or that of the labels, else 0.
void sparse_softmax_cross_entropy_correct(
    const KernelContext& context);                                 // CrossEntropyCorrectAttrs
void softmax_cross_entropy_correct(const KernelContext& context);  // CrossEntropyCorrectAttrs
// in: labels, scores (rows, n); out: 1 in rows whose best class is the label, or theirs, else 0.
void sparse_categorical_correct(const KernelContext& context);
void categorical_correct(const KernelContext& context);

using SoftmaxKernels =
    KernelList<softmax, log_softmax, sparse_softmax_cross_entropy, softmax_cross_entropy,
               sparse_softmax_cross_entropy_correct, softmax_cross_entropy_correct,
               sparse_categorical_correct, categorical_correct>;

}  // namespace pelton::cuda
