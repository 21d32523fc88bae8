// Owns ConstantValue: what the initializer Constant gives, a number or an array.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"

namespace pelton {

// As it was given: a number, nested lists, an array (Foreign), or one as Keras describes arrays,
// {"class_name": "__numpy__", "config": {"value": nested lists, "dtype": ...}}.
struct ConstantValue {
  Value given = 0.0;

  // Of `shape`, to which it broadcasts. Raises value_error where it does not, or is no number.
  Tensor fill(const Shape& shape, DType dtype) const;
};

template <>
struct FieldType<ConstantValue> {
  static ConstantValue parse(const Value& value, const FieldSite& site);
  static Value write(const ConstantValue& value);
  static std::string text() { return "float | TensorLike"; }
};

}  // namespace pelton
