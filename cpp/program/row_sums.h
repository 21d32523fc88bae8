// Owns adding up what the slices of a program made of sums and means over its rows.
#pragma once
#include <vector>

#include "core/tensor.h"

namespace pelton {

// One value of all slices, row-major tensors of one shape and one floating dtype: the first slice's
// is the sum's own memory. 16-bit types are rounded once.
struct RowSum {
  std::vector<Tensor> parts;
  std::vector<double> weights;
};

// parts[0] = parts[0] * weights[0] + parts[1] * weights[1] + ... in this order, of all sums. Their
// elements are one range that the threads share, as the optimizers do with the parameters.
void add_row_sums(const std::vector<RowSum>& sums);

}  // namespace pelton
