// Owns Keras's constraints MaxNorm, MinMaxNorm, NonNeg and UnitNorm: config structs with their
// tables, and their classes.
#pragma once
#include "core/fields.h"
#include "nn/config/given_axes.h"
#include "nn/weights/constraint.h"
#include "nn/weights/part_of.h"

namespace pelton {

// Norms along `axis` of at most max_value.
struct MaxNormConfig {
  static constexpr const char* kName = "MaxNorm";
  double max_value = 2;
  GivenAxes axis{.axes = {0}};
  Tensor constrained(const Tensor& w) const;
};
template <>
inline constexpr auto fields<MaxNormConfig> =
    std::tuple{field("max_value", &MaxNormConfig::max_value), field("axis", &MaxNormConfig::axis)};

// Norms between the two values; `rate` below 1 goes only that part of the way in a step.
struct MinMaxNormConfig {
  static constexpr const char* kName = "MinMaxNorm";
  double min_value = 0.0;
  double max_value = 1.0;
  double rate = 1.0;
  GivenAxes axis{.axes = {0}};
  Tensor constrained(const Tensor& w) const;
};
template <>
inline constexpr auto fields<MinMaxNormConfig> =
    std::tuple{field("min_value", &MinMaxNormConfig::min_value),
               field("max_value", &MinMaxNormConfig::max_value),
               field("rate", &MinMaxNormConfig::rate), field("axis", &MinMaxNormConfig::axis)};

// 0 in place of negative elements.
struct NonNegConfig {
  static constexpr const char* kName = "NonNeg";
  Tensor constrained(const Tensor& w) const;
};
template <>
inline constexpr auto fields<NonNegConfig> = std::tuple{};

// Norms of 1.
struct UnitNormConfig {
  static constexpr const char* kName = "UnitNorm";
  GivenAxes axis{.axes = {0}};
  Tensor constrained(const Tensor& w) const;
};
template <>
inline constexpr auto fields<UnitNormConfig> = std::tuple{field("axis", &UnitNormConfig::axis)};

using ConstraintConfigs = Types<MaxNormConfig, MinMaxNormConfig, NonNegConfig, UnitNormConfig>;

// The constraint of kind C.
template <class C>
class ConstraintOf : public PartOf<Constraint, C> {
 public:
  explicit ConstraintOf(C config = {}) : PartOf<Constraint, C>(std::move(config)) {}
  Tensor operator()(const Tensor& w) const override { return this->config().constrained(w); }
};

}  // namespace pelton
