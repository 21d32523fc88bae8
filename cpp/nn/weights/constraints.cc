// Owns what the constraints compute, and finding one by name, serialized config or object.
#include "nn/weights/constraints.h"

#include "nn/config/dtype_policy.h"
#include "nn/config/part_lookup.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {

namespace {

constexpr PartTable<Constraint> kConstraints{
    "constraint",
    PartRows<Constraint, ConstraintOf, ConstraintConfigs>::kRows,
    {},
    &Foreign::as_constraint};

Tensor number(double value, const Tensor& like) { return scalar(value, like.dtype()); }

Tensor norms_of(const Tensor& w, const GivenAxes& axis) {
  return sqrt(reduce_sum_of_squares(w, {.axis = axis.axes, .keepdims = true}));
}

Tensor clipped(const Tensor& norms, double least, double most) {
  return minimum(maximum(norms, number(least, norms)), number(most, norms));
}

// `w` with the norms `wanted` in place of `norms`.
Tensor rescaled(const Tensor& w, const Tensor& norms, const Tensor& wanted) {
  return multiply(w, divide(wanted, add(norms, number(epsilon(), norms))));
}

}  // namespace

Tensor MaxNormConfig::constrained(const Tensor& w) const {
  const Tensor norms = norms_of(w, axis);
  return rescaled(w, norms, clipped(norms, 0, max_value));
}

Tensor MinMaxNormConfig::constrained(const Tensor& w) const {
  const Tensor norms = norms_of(w, axis);
  const Tensor inside = clipped(norms, min_value, max_value);
  return rescaled(w, norms,
                  add(multiply(number(rate, w), inside), multiply(number(1 - rate, w), norms)));
}

Tensor NonNegConfig::constrained(const Tensor& w) const {
  return multiply(w, cast(greater_equal(w, number(0, w)), w.dtype()));
}

Tensor UnitNormConfig::constrained(const Tensor& w) const {
  const Tensor norms = norms_of(w, axis);
  return divide(w, add(norms, number(epsilon(), norms)));
}

ConstraintPtr get_constraint(const Value& identifier) { return kConstraints.find(identifier); }

ConstraintPtr FieldType<ConstraintPtr>::parse(const Value& value, const FieldSite& site) {
  return found_for(site, value, get_constraint);
}

}  // namespace pelton
