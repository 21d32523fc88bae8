// Owns adding up what the slices of a program made of sums and means over its rows.
#pragma once
#include <vector>

#include "core/tensor.h"

namespace pelton {

// One value of all slices, of a floating dtype and row-major; 16-bit types are rounded once.
struct RowSum {
  Tensor parts;                 // of the slices, along one more axis in front
  std::vector<double> weights;  // of the parts
  Tensor total;
};

// total = parts[0] * weights[0] + parts[1] * weights[1] + ... in this order, of all sums. Their
// elements are one range that the threads share, as the optimizers do with the parameters.
void add_row_sums(const std::vector<RowSum>& sums);

}  // namespace pelton
