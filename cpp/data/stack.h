// Owns how elements become a batch: rows are gathered, tensors copied beside each other.
#pragma once
#include <span>

#include "data/dataset.h"

namespace pelton::data {

// The rows of a batch whose large tensors are copied as soon as they come, while the cache has
// them, and their memory is given back for the next.
class EarlyRows {
 public:
  explicit EarlyRows(size_t batch_size) : size_(batch_size) {}
  // Copies of the last of a batch's elements, of which all have been taken.
  void take(std::span<Element> elements);
  // The batch of a component of `count` elements; undefined where not all were copied.
  Tensor give(size_t component, size_t count);

 private:
  struct Column {
    Tensor batch;  // undefined where nothing is copied
    size_t copied = 0;
  };
  void begin(Element& first);

  const size_t size_;
  std::vector<Column> columns_;
};

// Components with one more axis in front. Raises invalid_argument where shapes or dtypes differ;
// `elements`, at least one, are looked at, but for what `early` has of them.
Components stack(std::span<Element> elements, EarlyRows& early);

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
