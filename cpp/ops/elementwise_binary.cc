// Owns the binary elementwise ops: definitions and gradients. Broadcasting is undone by the tape.
#include "kernels/cpu/elementwise.h"
#include "ops/infer.h"
#include "ops/op_list.h"
#include "ops/ops.h"

namespace pelton {
namespace {

void add_grad(GradContext& c) {
  c.set(0, c.grad());
  c.set(1, c.grad());
}

void multiply_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, multiply(c.grad(), c.in(1)));
  if (c.needs(1)) c.set(1, multiply(c.grad(), c.in(0)));
}

constinit const OpDef add_op{.name = "add",
                             .tf_name = "AddV2",
                             .inputs = {"x", "y"},
                             .dtypes = kNumeric,
                             .strided = true,
                             .infer = infer::broadcast,
                             .grad = add_grad,
                             .kernels = {.cpu = PELTON_CPU(add)}};

constinit const OpDef subtract_op{.name = "subtract",
                                  .tf_name = "Sub",
                                  .inputs = {"x", "y"},
                                  .dtypes = kNumeric,
                                  .strided = true,
                                  .infer = infer::broadcast,
                                  .grad = no_gradient,
                                  .kernels = {.cpu = PELTON_CPU(subtract)}};

constinit const OpDef multiply_op{.name = "multiply",
                                  .tf_name = "Mul",
                                  .inputs = {"x", "y"},
                                  .dtypes = kNumeric,
                                  .strided = true,
                                  .keep = Keep::inputs,
                                  .infer = infer::broadcast,
                                  .grad = multiply_grad,
                                  .kernels = {.cpu = PELTON_CPU(multiply)}};

constexpr const OpDef* kFamily[] = {&add_op, &subtract_op, &multiply_op};

}  // namespace

Tensor add(const Tensor& x, const Tensor& y) { return call(add_op, {x, y}); }
Tensor subtract(const Tensor& x, const Tensor& y) { return call(subtract_op, {x, y}); }
Tensor multiply(const Tensor& x, const Tensor& y) { return call(multiply_op, {x, y}); }

std::span<const OpDef* const> binary_ops() { return kFamily; }

}  // namespace pelton
