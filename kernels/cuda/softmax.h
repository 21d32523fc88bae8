// Declares softmax, log-softmax and the cross-entropies of softmax.
#pragma once
#include "runtime/kernel_context.h"

namespace pelton::cuda {

void softmax(const KernelContext& context);      // SoftmaxAttrs
void log_softmax(const KernelContext& context);  // SoftmaxAttrs
// in: labels, logits (rows, n); out: loss (rows), d loss / d logits (rows, n).
void sparse_softmax_cross_entropy(const KernelContext& context);
void softmax_cross_entropy(const KernelContext& context);
// As those; a third output: 1 in rows whose best class is the label, or that of the labels, else 0.
void sparse_softmax_cross_entropy_hits(const KernelContext& context);  // CrossEntropyHitsAttrs
void softmax_cross_entropy_hits(const KernelContext& context);         // CrossEntropyHitsAttrs
// in: labels, scores (rows, n); out: 1 in rows whose best class is the label, or theirs, else 0.
void sparse_categorical_hits(const KernelContext& context);
void categorical_hits(const KernelContext& context);

}  // namespace pelton::cuda
