// Owns the updates of variables: what a variable's next value is. Must not know variables.
#include "kernels/common/functors/functors_binary.h"
#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_update(InferContext& c) {
  check(may_equal(c.shape(0), c.shape(1)), "Cannot update variable with shape ",
        bracketed(c.shape(0)), " using a Tensor with shape ", bracketed(c.shape(1)),
        ", shapes must be equal.");
  infer::same_as_first(c);
}

template <class F>
constexpr OpDef update_op(const char* name, const char* tf_name) {
  return elementwise_op<F>({.name = name,
                            .tf_name = tf_name,
                            .inputs = {"variable", "value"},
                            .infer = infer_update,
                            .grad = no_gradient});
}

constinit const OpDef assign_add_op = update_op<Add>("assign_add", "AssignAddVariableOp");
constinit const OpDef assign_sub_op = update_op<Subtract>("assign_sub", "AssignSubVariableOp");

constexpr const OpDef* kAssignOps[] = {&assign_add_op, &assign_sub_op};

}  // namespace

Tensor assign_add(const Tensor& variable, const Tensor& value) {
  return call(assign_add_op, {variable, value});
}
Tensor assign_sub(const Tensor& variable, const Tensor& value) {
  return call(assign_sub_op, {variable, value});
}

const OpFamily assign_ops(kAssignOps);

}  // namespace pelton
