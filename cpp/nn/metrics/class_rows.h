// Owns the loops over rows of class scores that accuracies share. Knows no metric.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tensor.h"

namespace pelton::metrics {

// The axes of `x`, which has some, without the last.
Shape shape_of_rows(const Tensor& x);

// Whether `x` holds floating scores of at least one class along its last axis.
bool has_class_scores(const Tensor& x);

// Index of the largest value of each row of the last axis, the first of equals (-0.0 is less than
// 0.0). Raises invalid_argument,
// naming `metric`, for a tensor without axes or with an empty last one.
std::vector<int64_t> argmax_rows(const char* metric, const Tensor& x);

// Row-major class indices for rows of `y_pred`; a last axis of size 1 that the predictions' rank
// calls for is dropped. Raises invalid_argument, naming `metric`, unless there is one per row.
std::vector<int64_t> labels_of_rows(const char* metric, const Tensor& y_true, const Tensor& y_pred);

// Raises invalid_argument, naming `metric`, unless one-hot targets have the predictions' shape.
void check_one_hot(const char* metric, const Tensor& y_true, const Tensor& y_pred);

// 1 where fewer than `k` classes score higher than the label's, else 0; 0 for labels out of range
// and scores that are not finite, as TensorFlow's in_top_k.
Tensor in_top_k(const std::vector<int64_t>& labels, const Tensor& y_pred, int64_t k);

// 1 where the label is among the first `k` classes of its row of `ids`, else 0.
Tensor in_first_k(const std::vector<int64_t>& labels, const Tensor& ids, int64_t k);

// 1 where the indices are equal, else 0, in the shape of `y_pred` without its last axis.
Tensor matches(const std::vector<int64_t>& a, const std::vector<int64_t>& b, const Tensor& y_pred);

}  // namespace pelton::metrics
