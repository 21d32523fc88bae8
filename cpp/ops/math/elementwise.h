// Owns how the OpDef of an elementwise op follows from its functor, whose dtypes and kernels it
// takes.
#pragma once
#include "kernels/cpu/elementwise/elementwise.h"
#include "kernels/cuda/elementwise/elementwise.h"
#include "ops/infer.h"
#include "ops/sharding_rules.h"

namespace pelton {

// `def` with what the functor F decides.
template <class F>
constexpr OpDef elementwise_op(OpDef def) {
  def.dtypes = F::kDTypes;
  def.strided = true;
  def.sharding = sharding_rules::of_broadcast;
  if (def.kernels.cpu == nullptr) def.kernels.cpu = &cpu::elementwise<F>;
  def.kernels.cuda = PELTON_CUDA(cuda::elementwise<F>);
  return def;
}

// An op of one operand whose result has its shape and dtype.
template <class F>
constexpr OpDef unary_op(const char* name, const char* tf_name, Keep keep, Grad grad) {
  return elementwise_op<F>({.name = name,
                            .tf_name = tf_name,
                            .inputs = {"x"},
                            .keep = keep,
                            .infer = infer::same_as_first,
                            .grad = grad});
}

// An op of two operands whose result has their common shape and dtype.
template <class F>
constexpr OpDef binary_op(const char* name, const char* tf_name, Keep keep, Grad grad) {
  return elementwise_op<F>({.name = name,
                            .tf_name = tf_name,
                            .inputs = {"x", "y"},
                            .keep = keep,
                            .infer = infer::broadcast,
                            .grad = grad});
}

// An op of one operand with a bool result, which has no gradient.
template <class F>
constexpr OpDef predicate_op(const char* name, const char* tf_name) {
  return elementwise_op<F>({.name = name,
                            .tf_name = tf_name,
                            .inputs = {"x"},
                            .infer = infer::bool_like_first,
                            .grad = no_gradient});
}

// An op of two operands with a bool result, which has no gradient.
template <class F>
constexpr OpDef comparison_op(const char* name, const char* tf_name) {
  return elementwise_op<F>({.name = name,
                            .tf_name = tf_name,
                            .inputs = {"x", "y"},
                            .infer = infer::broadcast_to_bool,
                            .grad = no_gradient});
}

}  // namespace pelton
