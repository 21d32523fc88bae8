// Owns the ops that are gradients of unary ops in one pass: definitions and their own gradients.
#include "kernels/common/functors/functors_gradient.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

Tensor times(double factor, const Tensor& x) { return multiply(x, scalar_like(factor, x)); }

void abs_grad_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, abs_grad(c.grad(), c.in(1)));
  if (c.needs(1)) c.set(1, zeros_like(c.in(1)));
}

void square_grad_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, square_grad(c.grad(), c.in(1)));
  if (c.needs(1)) c.set(1, square_grad(c.grad(), c.in(0)));
}

// By y: -dy / (2 y^2).
void sqrt_grad_grad(GradContext& c) {
  const Tensor &y = c.in(0), &dy = c.in(1);
  if (c.needs(0)) {
    const Tensor slope = xdivy(sqrt_grad(y, dy), negative(y));
    c.set(0, multiply(c.grad(), slope));
  }
  if (c.needs(1)) c.set(1, sqrt_grad(y, c.grad()));
}

// By y: -1.5 dy y^2.
void rsqrt_grad_grad(GradContext& c) {
  const Tensor &y = c.in(0), &dy = c.in(1);
  if (c.needs(0)) c.set(0, multiply(multiply(c.grad(), dy), times(-1.5, square(y))));
  if (c.needs(1)) c.set(1, rsqrt_grad(y, c.grad()));
}

// By x: -2 x times itself.
void erf_grad_grad(GradContext& c) {
  const Tensor &gradients = c.in(0), &x = c.in(1);
  const Tensor slope = erf_grad(c.grad(), x);
  if (c.needs(0)) c.set(0, slope);
  if (c.needs(1)) c.set(1, multiply(multiply(slope, gradients), times(-2, x)));
}

template <class F>
constexpr OpDef of_input(const char* name, const char* tf_name, Grad grad) {
  OpDef def = binary_op<F>(name, tf_name, Keep::inputs, grad);
  def.inputs = {"gradients", "x"};
  return def;
}

template <class F>
constexpr OpDef of_output(const char* name, const char* tf_name, Grad grad) {
  OpDef def = binary_op<F>(name, tf_name, Keep::inputs, grad);
  def.inputs = {"y", "dy"};
  return def;
}

constinit const OpDef abs_grad_op = of_input<AbsGrad>("abs_grad", "AbsGrad", abs_grad_grad);
constinit const OpDef square_grad_op =
    of_input<SquareGrad>("square_grad", "SquareGrad", square_grad_grad);
constinit const OpDef sqrt_grad_op = of_output<SqrtGrad>("sqrt_grad", "SqrtGrad", sqrt_grad_grad);
constinit const OpDef rsqrt_grad_op =
    of_output<RsqrtGrad>("rsqrt_grad", "RsqrtGrad", rsqrt_grad_grad);
constinit const OpDef erf_grad_op = of_input<ErfGrad>("erf_grad", "ErfGrad", erf_grad_grad);

constexpr const OpDef* kGradientOps[] = {&abs_grad_op, &square_grad_op, &sqrt_grad_op,
                                         &rsqrt_grad_op, &erf_grad_op};

}  // namespace

Tensor abs_grad(const Tensor& gradients, const Tensor& x) {
  return call(abs_grad_op, {gradients, x});
}
Tensor square_grad(const Tensor& gradients, const Tensor& x) {
  return call(square_grad_op, {gradients, x});
}
Tensor sqrt_grad(const Tensor& y, const Tensor& dy) { return call(sqrt_grad_op, {y, dy}); }
Tensor rsqrt_grad(const Tensor& y, const Tensor& dy) { return call(rsqrt_grad_op, {y, dy}); }
Tensor erf_grad(const Tensor& gradients, const Tensor& x) {
  return call(erf_grad_op, {gradients, x});
}

const OpFamily gradient_ops(kGradientOps);

}  // namespace pelton
