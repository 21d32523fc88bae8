// Owns what the optimizers' update rules share. A rule names its op (kOp, and kTfName as TensorFlow
// logs it), its Attrs, and by visit() the Step that goes with these attributes: the names of its
// slots, and On<C>, made once per call of attributes, rate and step number, which changes one
// weight and its slots by its gradient. Written once for the CPU and for CUDA.
#pragma once
#include <array>
#include <cmath>

#include "core/fields.h"
#include "kernels/common/functors/functors.h"

namespace pelton::updates {

// Names of slots; a std::array may be empty.
template <size_t N>
using SlotNames = std::array<const char*, N>;

// What no step exceeds.
inline constexpr size_t kMostSlots = 3;

// The numbers of one step that are no attributes.
struct StepNumbers {
  double rate = 0;
  double step = 1;  // counts from 1
};

// 1 - beta^step. Keras rounds the betas to float32 here, and only here.
PELTON_HD double rest_of_power(double beta, double step) {
  return 1.0 - std::pow(static_cast<double>(static_cast<float>(beta)), step);
}

}  // namespace pelton::updates
