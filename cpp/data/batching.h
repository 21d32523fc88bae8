// Owns the transformations that put elements together and take them apart.
#pragma once
#include "data/dataset.h"
#include "data/stack.h"

namespace pelton::data {

// `size` (at least 1) elements each; the last batch may be smaller unless `drops_remainder`.
DatasetRef batch(DatasetRef input, int64_t size, bool drops_remainder);
DatasetRef padded_batch(DatasetRef input, int64_t size, bool drops_remainder, Padding padding);
// The rows of each element; `rows`: how many each has, where known, else kUnknown. Raises
// invalid_argument where components differ in length.
DatasetRef unbatch(DatasetRef input, int64_t rows);
// Batches of other sizes: the rows of all elements in order. As batch() of unbatch().
DatasetRef rebatch(DatasetRef input, int64_t size, bool drops_remainder);
// Datasets of elements start, start + stride, ..., a dataset per component, each window `shift`
// further. The last windows may be smaller unless `drops_remainder`.
DatasetRef window(DatasetRef input, int64_t size, int64_t shift, int64_t stride,
                  bool drops_remainder);

}  // namespace pelton::data
