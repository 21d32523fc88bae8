// Owns the datasets that come from nothing but numbers and tensors.
#pragma once
#include "data/dataset.h"

namespace pelton::data {

// One element.
DatasetRef from_tensors(Components parts);
// The rows of the arrays, of which at least one is defined; undefined ones give undefined
// components. Raises invalid_argument for an array without rows and for different lengths.
DatasetRef from_tensor_slices(std::vector<Tensor> arrays);
// start, start + step, ... before stop, as 0-d tensors of int64 or another integer dtype. Raises
// invalid_argument for a step of 0.
DatasetRef from_range(int64_t start, int64_t stop, int64_t step, DType dtype);
// Elements that are there already, of which those of the other thread may be read at once.
DatasetRef from_elements(std::vector<Element> elements);

}  // namespace pelton::data
