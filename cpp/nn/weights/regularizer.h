// Owns Regularizer: the interface of a penalty on a weight or an output. The kinds are in
// regularizers.h.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"

namespace pelton {

class Regularizer : public Configured {
 public:
  // The penalty of `x`: a 0-d tensor of x's dtype, made of ops so that tapes see it.
  virtual Tensor operator()(const Tensor& x) const = 0;
  std::string module() const override { return "keras.regularizers"; }
};

using RegularizerPtr = std::shared_ptr<const Regularizer>;

// From a name ("l2"), a serialized config, an object or None (null); raises value_error
// "Could not interpret regularizer identifier: nope".
RegularizerPtr get_regularizer(const Value& identifier);

template <>
struct FieldType<RegularizerPtr> {
  static RegularizerPtr parse(const Value& value, const FieldSite& site);
  static Value write(const RegularizerPtr& value) { return value ? value->serialized() : Value(); }
  static std::string text() { return "str | Regularizer | dict | Callable | None"; }
};

}  // namespace pelton
