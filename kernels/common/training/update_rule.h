// Owns what the optimizers' update rules share. A rule names its op (kOp, and kTfName as TensorFlow
// logs it), its Attrs, and by visit() the Step that goes with these attributes: the names of its
// slots, and On<C>, made once per call of attributes, rate and step number, which changes one
// weight and its slots by its Gradient. Written once for the CPU and for CUDA. Where kByNorms is
// true, On<C> changes the slots alone, its direction() follows from them, and a parameter's weights
// go against the direction by its `rate` times the norm of the weights over that of the direction.
// A gradient that is given in slices, as an embedding's is, has several slices for one row where an
// index repeats: what a rule calls the gradient's square, or its size, is there the sum of those of
// the slices, as in Keras. Where that matters, kReads names the one that is read.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "core/fields.h"
#include "kernels/common/functors/functors.h"

namespace pelton {
namespace updates {

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

// What a Step reads of a gradient besides its value.
enum class GradientPower : uint8_t { none, square, size };

// Of one element.
template <class C>
struct Gradient {
  C value;
  C power;  // its square or its size

  PELTON_HD operator C() const { return value; }
};

// Of one number.
template <GradientPower kPower, class C>
PELTON_HD C power_of(C g) {
  return kPower == GradientPower::square ? g * g : g < C(0) ? -g : g;
}
// What a Step takes for an element whose gradient, in no slices, is `g`.
template <class Step, class C>
PELTON_HD Gradient<C> gradient_of(C g) {
  return {g, power_of<Step::kReads>(g)};
}

// Attributes of a rule's op. Where `in_slices` is true each gradient is given as slices (n, ...) of
// the parameter's rows, and a group of operands follows: the rows' numbers (n).
template <class R>
struct StepAttrs : R::Attrs {
  bool in_slices = false;
};

template <class Step>
inline constexpr bool kIsByNorms = requires {
  requires Step::kByNorms;
};

// Sums of squares over a parameter's weights and over its direction.
struct Squares {
  double weights = 0, direction = 0;

  PELTON_HD Squares operator+(const Squares& other) const {
    return {weights + other.weights, direction + other.direction};
  }
  // The norm of the weights over that of the direction; 1 where either has none.
  PELTON_HD double ratio() const {
    const bool have_norms = weights > 0 && direction > 0;
    return have_norms ? std::sqrt(weights) / std::sqrt(direction) : 1.0;
  }
};

}  // namespace updates

template <class R>
inline constexpr auto fields<updates::StepAttrs<R>> = std::tuple_cat(
    fields<typename R::Attrs>, std::tuple{field("in_slices", &updates::StepAttrs<R>::in_slices)});

}  // namespace pelton
