// Owns DTypePolicy (compute and variable dtype of a layer) and Keras's process-wide settings:
// floatx, epsilon, the default policy.
#pragma once
#include <string>

#include "nn/config/config.h"

namespace pelton {

// A dtype, or "mixed_float16" / "mixed_bfloat16" (compute in half, keep variables in float32).
struct DTypePolicy {
  std::string name = "float32";
  DType compute = DType::float32;
  DType variable = DType::float32;

  // Raises value_error for an unknown name.
  static DTypePolicy parse(const std::string& name);
  bool operator==(const DTypePolicy&) const = default;
};

template <>
struct FieldType<DTypePolicy> {
  // A name, a serialized policy, or None: the default policy.
  static DTypePolicy parse(const Value& value, const FieldSite& site);
  static Value write(const DTypePolicy& policy);
  static std::string text() { return "str | DType | DTypePolicy | None"; }
};

// Keras's `keras.config`; all of it is process-wide and safe to change between models.
DType floatx();
// Raises value_error unless float16, bfloat16, float32 or float64.
void set_floatx(const std::string& name);
double epsilon();
void set_epsilon(double epsilon);
// What a layer without `dtype` gets: the policy set here, else floatx.
DTypePolicy default_dtype_policy();
void set_default_dtype_policy(const DTypePolicy& policy);

}  // namespace pelton
