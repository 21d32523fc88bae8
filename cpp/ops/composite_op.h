// Owns CompositeOp, the one definition of an op that is made of other ops, and calls of one. Tapes,
// traces and devices see its parts only, so that its gradient and its trace follow from them.
#pragma once
#include <vector>

#include "runtime/dispatch/call_error.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

// What a composition sees of its call, whose number and dtypes of inputs were checked.
class ComposeContext {
 public:
  ComposeContext(std::span<const Tensor> inputs, const void* attrs)
      : inputs_(inputs), attrs_(attrs) {}
  const Tensor& in(size_t i) const { return inputs_[i]; }
  std::span<const Tensor> inputs() const { return inputs_; }
  template <class A>
  const A& attrs() const {
    return *static_cast<const A*>(attrs_);
  }

 private:
  std::span<const Tensor> inputs_;
  const void* attrs_;
};

// The outputs, made by public ops.
using Compose = std::vector<Tensor> (*)(const ComposeContext&);

struct CompositeOp {
  OpDef schema;  // name, inputs, attributes, dtypes, outputs (0: any number, a list in Python)
  const char* doc;
  Compose compose;
};

// The outputs of `op`, as call_all() of an OpDef: errors of its own checks name the op and each
// argument, those of its parts name the part.
std::vector<Tensor> call_all(const CompositeOp& op, std::span<const Tensor> inputs,
                             const void* attrs);

// Output 0.
template <class A>
Tensor call(const CompositeOp& op, std::initializer_list<HeldTensor> inputs, const A& attrs) {
  return std::move(call_all(op, tensors_of(inputs), &attrs)[0]);
}
inline Tensor call(const CompositeOp& op, std::initializer_list<HeldTensor> inputs) {
  return std::move(call_all(op, tensors_of(inputs), nullptr)[0]);
}

}  // namespace pelton
