#include "nn/training/class_labels.h"

#include "ops/array/array.h"

namespace pelton {

Tensor class_labels(const Tensor& y_true, const Tensor& y_pred) {
  const Tensor labels = kIndex.contains(y_true.dtype()) ? y_true : cast(y_true, DType::int64);
  const bool has_ones = labels.rank() > 0 && labels.shape().back() == 1;
  return labels.rank() == y_pred.rank() && has_ones ? squeeze(labels, {.axis = Axes{-1}}) : labels;
}

}  // namespace pelton
