// Owns Initializer: the interface that makes a weight's first value. The kinds are in
// initializers.h.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"

namespace pelton {

class Initializer : public Configured {
 public:
  // A new tensor of `shape` and `dtype` on the scope's device; the same values on every call.
  virtual Tensor operator()(const Shape& shape, DType dtype) const = 0;
  // Draws the seed of a random one that was given none, at the first call: those that own an
  // initializer say when.
  virtual void choose_seed() const {}
  std::string module() const override { return "keras.initializers"; }
};

using InitializerPtr = std::shared_ptr<const Initializer>;

// From a name ("glorot_uniform"), a serialized config, an object or None (null); raises value_error
// "Could not interpret initializer identifier: nope".
InitializerPtr get_initializer(const Value& identifier);

template <>
struct FieldType<InitializerPtr> {
  static InitializerPtr parse(const Value& value, const FieldSite& site);
  static Value write(const InitializerPtr& value) { return value ? value->serialized() : Value(); }
  static std::string text() { return "str | Initializer | dict | Callable | None"; }
};

}  // namespace pelton
