// Owns constant(): how a host value enters the engine, as TensorFlow's _EagerConst.
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

constinit const OpDef constant_op{.name = "constant",
                                  .tf_name = "_EagerConst",
                                  .inputs = {"value"},
                                  .infer = infer::same_as_first,
                                  .grad = no_gradient,
                                  .view = infer::same_bytes};

constexpr const OpDef* kConstantOps[] = {&constant_op};

}  // namespace

Tensor constant(const Tensor& value) { return call(constant_op, {value}); }

const OpFamily constant_ops(kConstantOps);

}  // namespace pelton
