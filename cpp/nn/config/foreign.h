// Owns Foreign: an object from outside C++ (a Python function or class instance) that can stand
// where an initializer, a regularizer, a constraint, an activation, a seed or a tensor is wanted.
// Bindings derive from it.
#pragma once
#include "nn/activations/activation.h"
#include "nn/weights/constraint.h"
#include "nn/weights/initializer.h"
#include "nn/weights/regularizer.h"
#include "nn/weights/seed.h"

namespace pelton {

class Foreign : public Configured {
 public:
  // Each returns null where the object cannot play the part.
  virtual InitializerPtr as_initializer() const = 0;
  virtual RegularizerPtr as_regularizer() const = 0;
  virtual ConstraintPtr as_constraint() const = 0;
  virtual ActivationPtr as_activation() const = 0;
  virtual std::shared_ptr<SeedSource> as_seed() const = 0;
  // Undefined where it is no tensor and no array of numbers.
  virtual Tensor as_tensor() const = 0;
};

// The object from outside that a value is; null for others.
inline const Foreign* foreign_of(const Value& value) {
  const auto* object = value.get_if<Value::Object>();
  return object == nullptr ? nullptr : dynamic_cast<const Foreign*>(object->get());
}

}  // namespace pelton
