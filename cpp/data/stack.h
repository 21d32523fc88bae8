// Owns how elements become a batch: rows are gathered, tensors copied beside each other.
#pragma once
#include <span>

#include "data/dataset.h"

namespace pelton::data {

// Components with one more axis in front. Raises invalid_argument where shapes or dtypes differ;
// `elements`, at least one, are looked at.
Components stack(std::span<Element> elements);

// What makes shapes equal: sizes (kUnknown: the largest of the batch's) and what fills, both per
// component.
struct Padding {
  std::vector<Shape> shapes;
  std::vector<Tensor> values;  // 0-d, of the component's dtype
};
// The same with components padded at their ends. Raises data_loss for a component that is
// larger.
Components stack_padded(std::span<Element> elements, const Padding& padding);

}  // namespace pelton::data
