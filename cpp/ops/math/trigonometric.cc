// Owns the trigonometric and hyperbolic ops: definitions and gradients.
#include "kernels/common/functors/functors_trigonometric.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

Tensor one_plus_square(const Tensor& x) { return add(scalar_like(1, x), square(x)); }
Tensor one_minus_square(const Tensor& x) { return subtract(scalar_like(1, x), square(x)); }

void sin_grad(GradContext& c) { c.set(0, multiply(c.grad(), cos(conj(c.in(0))))); }
void cos_grad(GradContext& c) { c.set(0, negative(multiply(c.grad(), sin(conj(c.in(0)))))); }
void tan_grad(GradContext& c) { c.set(0, multiply(c.grad(), one_plus_square(conj(c.out(0))))); }
void asin_grad(GradContext& c) {
  c.set(0, multiply(c.grad(), rsqrt(one_minus_square(conj(c.in(0))))));
}
void acos_grad(GradContext& c) {
  c.set(0, negative(multiply(c.grad(), rsqrt(one_minus_square(conj(c.in(0)))))));
}
void atan_grad(GradContext& c) { c.set(0, divide(c.grad(), one_plus_square(conj(c.in(0))))); }
void sinh_grad(GradContext& c) { c.set(0, multiply(c.grad(), cosh(conj(c.in(0))))); }
void cosh_grad(GradContext& c) { c.set(0, multiply(c.grad(), sinh(conj(c.in(0))))); }
void asinh_grad(GradContext& c) { c.set(0, divide(c.grad(), cosh(conj(c.out(0))))); }
void acosh_grad(GradContext& c) { c.set(0, divide(c.grad(), sinh(conj(c.out(0))))); }
void atanh_grad(GradContext& c) { c.set(0, divide(c.grad(), one_minus_square(conj(c.in(0))))); }
void tanh_grad_of(GradContext& c) { c.set(0, tanh_grad(conj(c.out(0)), c.grad())); }

// tanh_grad(y, g) = g (1 - y^2).
void tanh_grad_grad(GradContext& c) {
  const Tensor y = conj(c.in(0)), g = conj(c.in(1));
  if (c.needs(0)) c.set(0, negative(multiply(c.grad(), multiply(g, add(y, y)))));
  if (c.needs(1)) c.set(1, tanh_grad(y, c.grad()));
}

constinit const OpDef sin_op = unary_op<Sin>("sin", "Sin", Keep::inputs, sin_grad);
constinit const OpDef cos_op = unary_op<Cos>("cos", "Cos", Keep::inputs, cos_grad);
constinit const OpDef tan_op = unary_op<Tan>("tan", "Tan", Keep::outputs, tan_grad);
constinit const OpDef asin_op = unary_op<Asin>("asin", "Asin", Keep::inputs, asin_grad);
constinit const OpDef acos_op = unary_op<Acos>("acos", "Acos", Keep::inputs, acos_grad);
constinit const OpDef atan_op = unary_op<Atan>("atan", "Atan", Keep::inputs, atan_grad);
constinit const OpDef sinh_op = unary_op<Sinh>("sinh", "Sinh", Keep::inputs, sinh_grad);
constinit const OpDef cosh_op = unary_op<Cosh>("cosh", "Cosh", Keep::inputs, cosh_grad);
constinit const OpDef tanh_op = unary_op<Tanh>("tanh", "Tanh", Keep::outputs, tanh_grad_of);
constinit const OpDef asinh_op = unary_op<Asinh>("asinh", "Asinh", Keep::outputs, asinh_grad);
constinit const OpDef acosh_op = unary_op<Acosh>("acosh", "Acosh", Keep::outputs, acosh_grad);
constinit const OpDef atanh_op = unary_op<Atanh>("atanh", "Atanh", Keep::inputs, atanh_grad);
constinit const OpDef tanh_grad_op = elementwise_op<TanhGrad>({.name = "tanh_grad",
                                                               .tf_name = "TanhGrad",
                                                               .inputs = {"y", "dy"},
                                                               .keep = Keep::inputs,
                                                               .infer = infer::broadcast,
                                                               .grad = tanh_grad_grad});

constexpr const OpDef* kTrigonometricOps[] = {
    &sin_op,  &cos_op,  &tan_op,   &asin_op,  &acos_op,  &atan_op,     &sinh_op,
    &cosh_op, &tanh_op, &asinh_op, &acosh_op, &atanh_op, &tanh_grad_op};

}  // namespace

Tensor sin(const Tensor& x) { return call(sin_op, {x}); }
Tensor cos(const Tensor& x) { return call(cos_op, {x}); }
Tensor tan(const Tensor& x) { return call(tan_op, {x}); }
Tensor asin(const Tensor& x) { return call(asin_op, {x}); }
Tensor acos(const Tensor& x) { return call(acos_op, {x}); }
Tensor atan(const Tensor& x) { return call(atan_op, {x}); }
Tensor sinh(const Tensor& x) { return call(sinh_op, {x}); }
Tensor cosh(const Tensor& x) { return call(cosh_op, {x}); }
Tensor tanh(const Tensor& x) { return call(tanh_op, {x}); }
Tensor asinh(const Tensor& x) { return call(asinh_op, {x}); }
Tensor acosh(const Tensor& x) { return call(acosh_op, {x}); }
Tensor atanh(const Tensor& x) { return call(atanh_op, {x}); }
Tensor tanh_grad(const Tensor& y, const Tensor& dy) { return call(tanh_grad_op, {y, dy}); }

const OpFamily trigonometric_ops(kTrigonometricOps);

}  // namespace pelton
