// Owns sums of products of tensors whose axes have labels, made of public ops: what einsum and
// tensordot are.
#pragma once
#include <vector>

#include "core/tensor.h"

namespace pelton {

using Labels = std::vector<int>;

// A tensor with a label for each axis, none of them twice.
struct Labelled {
  Tensor x;
  Labels labels;
};

bool has_label(const Labels& labels, int label);

// `a` summed over the axes whose labels are not `kept`.
Labelled sum_to(const Labelled& a, const Labels& kept);
// a * b summed over the labels that are not `kept`: axes of both, then of a, then of b. Axes of one
// label may_equal in size.
Labelled contract(const Labelled& a, const Labelled& b, const Labels& kept);
// The tensor with its axes in the order of `labels`, which are its own.
Tensor in_order(const Labelled& a, const Labels& labels);

}  // namespace pelton
