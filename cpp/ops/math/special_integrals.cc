// Owns the Bessel functions J, Y and K and the special functions that are integrals: definitions
// and gradients.
#include "kernels/common/functors/functors_special.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

extern const OpDef bessel_j0_op, bessel_j1_op, bessel_y0_op, bessel_y1_op, bessel_k0_op,
    bessel_k1_op, bessel_k0e_op, bessel_k1e_op;

// The slope is minus the function of order 1.
template <const OpDef& order_1>
void order_0_grad(GradContext& c) {
  c.set(0, negative(multiply(c.grad(), call(order_1, {c.in(0)}))));
}

// J1' = J0 - J1 / x, which is 1/2 at 0.
void bessel_j1_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor is_zero = equal(x, scalar_like(0, x));
  const Tensor safe = where(is_zero, scalar_like(1, x), x);
  const Tensor slope = subtract(call(bessel_j0_op, {x}), divide(c.out(0), safe));
  c.set(0, multiply(c.grad(), where(is_zero, scalar_like(0.5, x), slope)));
}

void bessel_y1_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  c.set(0, multiply(c.grad(), subtract(call(bessel_y0_op, {x}), divide(c.out(0), x))));
}

void bessel_k1_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  c.set(0, negative(multiply(c.grad(), add(call(bessel_k0_op, {x}), divide(c.out(0), x)))));
}

void bessel_k0e_grad(GradContext& c) {
  c.set(0, multiply(c.grad(), subtract(c.out(0), call(bessel_k1e_op, {c.in(0)}))));
}

void bessel_k1e_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor own = multiply(c.out(0), subtract(scalar_like(1, x), reciprocal(x)));
  c.set(0, multiply(c.grad(), subtract(own, call(bessel_k0e_op, {x}))));
}

void expint_grad(GradContext& c) { c.set(0, multiply(c.grad(), divide(exp(c.in(0)), c.in(0)))); }

void dawsn_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor twice = multiply(scalar_like(2, x), multiply(x, c.out(0)));
  c.set(0, multiply(c.grad(), subtract(scalar_like(1, x), twice)));
}

Tensor quarter_turns(const Tensor& x) {
  return multiply(scalar_like(1.57079632679489661923, x), square(x));  // pi / 2
}

void fresnel_sin_grad(GradContext& c) { c.set(0, multiply(c.grad(), sin(quarter_turns(c.in(0))))); }

void fresnel_cos_grad(GradContext& c) { c.set(0, multiply(c.grad(), cos(quarter_turns(c.in(0))))); }

// log(x) / (1 - x), which is -1 at 1.
void spence_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor one = scalar_like(1, x), is_one = equal(x, one);
  const Tensor safe = where(is_one, scalar_like(0.5, x), x);
  const Tensor slope = divide(log(safe), subtract(one, safe));
  c.set(0, multiply(c.grad(), where(is_one, scalar_like(-1, x), slope)));
}

constinit const OpDef bessel_j0_op =
    unary_op<BesselJ0>("bessel_j0", "BesselJ0", Keep::inputs, order_0_grad<bessel_j1_op>);
constinit const OpDef bessel_j1_op =
    unary_op<BesselJ1>("bessel_j1", "BesselJ1", Keep::both, bessel_j1_grad);
constinit const OpDef bessel_y0_op =
    unary_op<BesselY0>("bessel_y0", "BesselY0", Keep::inputs, order_0_grad<bessel_y1_op>);
constinit const OpDef bessel_y1_op =
    unary_op<BesselY1>("bessel_y1", "BesselY1", Keep::both, bessel_y1_grad);
constinit const OpDef bessel_k0_op =
    unary_op<BesselK0>("bessel_k0", "BesselK0", Keep::inputs, order_0_grad<bessel_k1_op>);
constinit const OpDef bessel_k1_op =
    unary_op<BesselK1>("bessel_k1", "BesselK1", Keep::both, bessel_k1_grad);
constinit const OpDef bessel_k0e_op =
    unary_op<BesselK0e>("bessel_k0e", "BesselK0e", Keep::both, bessel_k0e_grad);
constinit const OpDef bessel_k1e_op =
    unary_op<BesselK1e>("bessel_k1e", "BesselK1e", Keep::both, bessel_k1e_grad);
constinit const OpDef expint_op = unary_op<Expint>("expint", "Expint", Keep::inputs, expint_grad);
constinit const OpDef dawsn_op = unary_op<Dawsn>("dawsn", "Dawsn", Keep::both, dawsn_grad);
constinit const OpDef fresnel_sin_op =
    unary_op<FresnelSin>("fresnel_sin", "FresnelSin", Keep::inputs, fresnel_sin_grad);
constinit const OpDef fresnel_cos_op =
    unary_op<FresnelCos>("fresnel_cos", "FresnelCos", Keep::inputs, fresnel_cos_grad);
constinit const OpDef spence_op = unary_op<Spence>("spence", "Spence", Keep::inputs, spence_grad);

constexpr const OpDef* kSpecialIntegralOps[] = {
    &bessel_j0_op,   &bessel_j1_op,   &bessel_y0_op,  &bessel_y1_op, &bessel_k0_op,
    &bessel_k1_op,   &bessel_k0e_op,  &bessel_k1e_op, &expint_op,    &dawsn_op,
    &fresnel_sin_op, &fresnel_cos_op, &spence_op};
const OpFamily special_integral_ops(kSpecialIntegralOps);

}  // namespace
}  // namespace pelton
