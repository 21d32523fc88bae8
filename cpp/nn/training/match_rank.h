// Owns match_rank(), which losses and metrics share. Knows shapes only.
#pragma once
#include "core/tensor.h"

namespace pelton {

// Where the ranks differ by one and the longer ends in an axis of size 1: drops that axis, or, when
// the shorter has rank 1, adds one to it. Other pairs stay as they are.
void match_rank(Tensor& a, Tensor& b);

}  // namespace pelton
