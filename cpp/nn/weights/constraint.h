// Owns Constraint: the interface of what keeps a weight in bounds. The kinds are in constraints.h.
#pragma once
#include "autograd/variable.h"
#include "nn/config/config.h"

namespace pelton {

// Made of ops, so that a recorded step holds it.
class Constraint : public Configured, public ValueConstraint {
 public:
  std::string module() const override { return "keras.constraints"; }
};

using ConstraintPtr = std::shared_ptr<const Constraint>;

// From a name ("max_norm"), a serialized config, an object or None (null); raises value_error
// "Could not interpret constraint identifier: nope".
ConstraintPtr get_constraint(const Value& identifier);

template <>
struct FieldType<ConstraintPtr> {
  static ConstraintPtr parse(const Value& value, const FieldSite& site);
  static Value write(const ConstraintPtr& value) { return value ? value->serialized() : Value(); }
  static std::string text() { return "str | Constraint | dict | Callable | None"; }
};

}  // namespace pelton
