// Owns how targets become class indices for ops. Knows no loss and no metric.
#pragma once
#include "core/tensor.h"

namespace pelton {

// `y_true` as int64 unless it is int32, without a last axis of size 1 where it has as many axes as
// the scores `y_pred`.
Tensor class_labels(const Tensor& y_true, const Tensor& y_pred);

}  // namespace pelton
