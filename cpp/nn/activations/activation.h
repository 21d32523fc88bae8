// Owns ActivationFunction: a named function from tensor to tensor that layers apply to outputs.
// The built-in ones are in activations.h.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"

namespace pelton {

class ActivationFunction : public Configured {
 public:
  virtual Tensor operator()(const Tensor& x) const = 0;
  std::string class_name() const override { return "function"; }
  std::string module() const override { return "keras.activations"; }
};

using ActivationPtr = std::shared_ptr<const ActivationFunction>;

// From a name ("relu"), an object, a serialized function or None (null, the identity); raises
// value_error "Could not interpret activation function identifier: nope".
ActivationPtr get_activation(const Value& identifier);

// y = f(x); x itself for null. The function is held while it runs: it may set its layer's
// activation.
inline Tensor activate(const ActivationPtr activation, const Tensor& x) {
  return activation ? (*activation)(x) : x;
}

template <>
struct FieldType<ActivationPtr> {
  static ActivationPtr parse(const Value& value, const FieldSite& site);
  static Value write(const ActivationPtr& value) {
    return value ? value->serialized() : Value("linear");
  }
  static std::string text() { return "str | Callable[[Tensor], Tensor] | None"; }
};

}  // namespace pelton
