// Owns call(): place, infer, allocate, pick the kernel, launch, notify observers; in that order.
#pragma once
#include <array>
#include <span>

#include "core/held_tensor.h"
#include "runtime/dispatch/op_def.h"

namespace pelton {

struct Outputs {
  std::array<Tensor, kMaxOutputs> tensors;
  size_t count = 0;
  std::span<const Tensor> span() const { return {tensors.data(), count}; }
};

// Runs `op`. `attrs` points to the op's attribute struct (null when it has none). Raises what the
// op's checks raise, with the op's name, each argument's dtype and shape in the message.
Outputs call_all(const OpDef& op, std::span<const Tensor> inputs, const void* attrs);

// Where a new variable goes under the current scope: TensorFlow's VarHandleOp, which every device
// has, but for strings, which are on hosts only. Raises as placement does.
Device place_variable(DType dtype);

// Writes the placement log's line, when that log is on, for work that TensorFlow does by an op and
// Pelton without one: what concerns variables.
void log_placement(const char* tf_name, Device device);

// Output 0 of an op with attributes: call(softmax_op, {x}, SoftmaxAttrs{.axis = -1}).
template <class A>
Tensor call(const OpDef& op, std::initializer_list<HeldTensor> inputs, const A& attrs) {
  return std::move(call_all(op, tensors_of(inputs), &attrs).tensors[0]);
}
inline Tensor call(const OpDef& op, std::initializer_list<HeldTensor> inputs) {
  return std::move(call_all(op, tensors_of(inputs), nullptr).tensors[0]);
}

}  // namespace pelton
