// Owns the special functions: definitions and gradients. Where TensorFlow has no gradient by an
// argument there is none here.
#include "kernels/common/functors/functors_special.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

extern const OpDef lgamma_op, digamma_op, polygamma_op, zeta_op, bessel_i0e_op, bessel_i1e_op,
    bessel_i0_op, bessel_i1_op, igamma_grad_a_op, xlogy_op, xlog1py_op, xdivy_op;

Tensor times(double factor, const Tensor& x) { return multiply(scalar_like(factor, x), x); }

void lgamma_grad(GradContext& c) { c.set(0, multiply(c.grad(), call(digamma_op, {c.in(0)}))); }

void digamma_grad(GradContext& c) {
  const Tensor slope = call(polygamma_op, {scalar_like(1, c.in(0)), c.in(0)});
  c.set(0, multiply(c.grad(), slope));
}

void polygamma_grad(GradContext& c) {
  const Tensor &n = c.in(0), &x = c.in(1);
  if (c.needs(1)) c.set(1, multiply(c.grad(), call(polygamma_op, {add(n, scalar_like(1, n)), x})));
}

void zeta_grad(GradContext& c) {
  const Tensor &x = c.in(0), &q = c.in(1);
  if (c.needs(1))
    c.set(1,
          multiply(c.grad(), negative(multiply(x, call(zeta_op, {add(x, scalar_like(1, x)), q})))));
}

void erfc_grad(GradContext& c) {
  const Tensor slope = exp(negative(square(c.in(0))));
  c.set(0, multiply(c.grad(), times(-1.1283791670955126, slope)));  // -2 / sqrt(pi)
}

void erfinv_grad(GradContext& c) {
  c.set(0, multiply(c.grad(), times(0.88622692545275801, exp(square(c.out(0))))));
}

void ndtri_grad(GradContext& c) {
  c.set(0, multiply(c.grad(), times(2.5066282746310005, exp(times(0.5, square(c.out(0)))))));
}

void bessel_i0_grad(GradContext& c) { c.set(0, multiply(c.grad(), call(bessel_i1_op, {c.in(0)}))); }

// I1' = I0 - I1 / x, which is 1/2 at 0.
Tensor bessel_i1_slope(const Tensor& x, const Tensor& i0, const Tensor& i1) {
  const Tensor is_zero = equal(x, scalar_like(0, x));
  const Tensor safe = where(is_zero, scalar_like(1, x), x);
  return where(is_zero, scalar_like(0.5, x), subtract(i0, divide(i1, safe)));
}

void bessel_i1_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  c.set(0, multiply(c.grad(), bessel_i1_slope(x, call(bessel_i0_op, {x}), c.out(0))));
}

void bessel_i0e_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor slope = subtract(call(bessel_i1e_op, {x}), multiply(sign(x), c.out(0)));
  c.set(0, multiply(c.grad(), slope));
}

void bessel_i1e_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor slope = bessel_i1_slope(x, call(bessel_i0e_op, {x}), c.out(0));
  c.set(0, multiply(c.grad(), subtract(slope, multiply(sign(x), c.out(0)))));
}

// dP/dx, the density of the gamma distribution.
Tensor gamma_density(const Tensor& a, const Tensor& x) {
  const Tensor powers = multiply(subtract(a, scalar_like(1, a)), log(x));
  return exp(subtract(subtract(powers, x), call(lgamma_op, {a})));
}

void igamma_grad(GradContext& c) {
  const Tensor &a = c.in(0), &x = c.in(1);
  if (c.needs(0)) c.set(0, multiply(c.grad(), call(igamma_grad_a_op, {a, x})));
  if (c.needs(1)) c.set(1, multiply(c.grad(), gamma_density(a, x)));
}

void igammac_grad(GradContext& c) {
  const Tensor &a = c.in(0), &x = c.in(1);
  if (c.needs(0)) c.set(0, negative(multiply(c.grad(), call(igamma_grad_a_op, {a, x}))));
  if (c.needs(1)) c.set(1, negative(multiply(c.grad(), gamma_density(a, x))));
}

void betainc_grad(GradContext& c) {
  if (!c.needs(2)) return;
  const Tensor &a = c.in(0), &b = c.in(1), &x = c.in(2);
  const auto log_gamma = [](const Tensor& t) { return call(lgamma_op, {t}); };
  const Tensor log_beta = subtract(add(log_gamma(a), log_gamma(b)), log_gamma(add(a, b)));
  const Tensor one = scalar_like(1, x);
  const Tensor powers =
      add(multiply(subtract(b, one), log1p(negative(x))), multiply(subtract(a, one), log(x)));
  c.set(2, multiply(c.grad(), exp(subtract(powers, log_beta))));
}

// 1 where x is not 0, which keeps the slopes by x from where they have no meaning.
Tensor one_where_not_zero(const Tensor& x) {
  return cast(not_equal(x, scalar_like(0, x)), x.dtype());
}

void xlogy_grad(GradContext& c) {
  const Tensor x = conj(c.in(0)), y = conj(c.in(1));
  const Tensor one = one_where_not_zero(x);
  if (c.needs(0)) c.set(0, multiply(c.grad(), call(xlogy_op, {one, y})));
  if (c.needs(1)) c.set(1, multiply(c.grad(), call(xdivy_op, {x, y})));
}

void xlog1py_grad(GradContext& c) {
  const Tensor x = conj(c.in(0)), y = conj(c.in(1));
  const Tensor one = one_where_not_zero(x);
  if (c.needs(0)) c.set(0, multiply(c.grad(), call(xlog1py_op, {one, y})));
  if (c.needs(1)) c.set(1, multiply(c.grad(), call(xdivy_op, {x, add(y, scalar_like(1, y))})));
}

void xdivy_grad(GradContext& c) {
  const Tensor x = conj(c.in(0)), y = conj(c.in(1));
  const Tensor one = one_where_not_zero(x);
  if (c.needs(0)) c.set(0, multiply(c.grad(), call(xdivy_op, {one, y})));
  if (c.needs(1)) c.set(1, multiply(c.grad(), call(xdivy_op, {negative(x), square(y)})));
}

void infer_betainc(InferContext& c) {
  c.add_output(c.dtype(0), broadcast_shapes(broadcast_shapes(c.shape(0), c.shape(1)), c.shape(2)));
}

void infer_population_count(InferContext& c) { c.add_output(DType::uint8, c.shape(0)); }

// An op of two operands with names of their own.
template <class F>
constexpr OpDef named_op(const char* name, const char* tf_name, Args inputs, Keep keep, Grad grad) {
  return elementwise_op<F>({.name = name,
                            .tf_name = tf_name,
                            .inputs = inputs,
                            .keep = keep,
                            .infer = infer::broadcast,
                            .grad = grad});
}

constinit const OpDef lgamma_op = unary_op<Lgamma>("lgamma", "Lgamma", Keep::inputs, lgamma_grad);
constinit const OpDef digamma_op =
    unary_op<Digamma>("digamma", "Digamma", Keep::inputs, digamma_grad);
constinit const OpDef erfc_op = unary_op<Erfc>("erfc", "Erfc", Keep::inputs, erfc_grad);
constinit const OpDef erfinv_op = unary_op<Erfinv>("erfinv", "Erfinv", Keep::outputs, erfinv_grad);
constinit const OpDef ndtri_op = unary_op<Ndtri>("ndtri", "Ndtri", Keep::outputs, ndtri_grad);
constinit const OpDef bessel_i0_op =
    unary_op<BesselI0>("bessel_i0", "BesselI0", Keep::inputs, bessel_i0_grad);
constinit const OpDef bessel_i1_op =
    unary_op<BesselI1>("bessel_i1", "BesselI1", Keep::both, bessel_i1_grad);
constinit const OpDef bessel_i0e_op =
    unary_op<BesselI0e>("bessel_i0e", "BesselI0e", Keep::both, bessel_i0e_grad);
constinit const OpDef bessel_i1e_op =
    unary_op<BesselI1e>("bessel_i1e", "BesselI1e", Keep::both, bessel_i1e_grad);
constinit const OpDef igamma_op =
    named_op<Igamma>("igamma", "Igamma", {"a", "x"}, Keep::inputs, igamma_grad);
constinit const OpDef igammac_op =
    named_op<Igammac>("igammac", "Igammac", {"a", "x"}, Keep::inputs, igammac_grad);
constinit const OpDef igamma_grad_a_op =
    named_op<IgammaGradA>("igamma_grad_a", "IgammaGradA", {"a", "x"}, Keep::none, no_gradient);
constinit const OpDef betainc_op = elementwise_op<Betainc>({.name = "betainc",
                                                            .tf_name = "Betainc",
                                                            .inputs = {"a", "b", "x"},
                                                            .keep = Keep::inputs,
                                                            .infer = infer_betainc,
                                                            .grad = betainc_grad});
constinit const OpDef zeta_op = named_op<Zeta>("zeta", "Zeta", {"x", "q"}, Keep::inputs, zeta_grad);
constinit const OpDef polygamma_op =
    named_op<Polygamma>("polygamma", "Polygamma", {"a", "x"}, Keep::inputs, polygamma_grad);
constinit const OpDef nextafter_op =
    named_op<NextAfter>("nextafter", "NextAfter", {"x1", "x2"}, Keep::none, no_gradient);
constinit const OpDef xlogy_op = binary_op<Xlogy>("xlogy", "Xlogy", Keep::inputs, xlogy_grad);
constinit const OpDef xlog1py_op =
    binary_op<Xlog1py>("xlog1py", "Xlog1py", Keep::inputs, xlog1py_grad);
constinit const OpDef xdivy_op = binary_op<Xdivy>("xdivy", "Xdivy", Keep::inputs, xdivy_grad);
constinit const OpDef population_count_op =
    elementwise_op<PopulationCount>({.name = "population_count",
                                     .tf_name = "PopulationCount",
                                     .inputs = {"x"},
                                     .infer = infer_population_count,
                                     .grad = no_gradient});

constexpr const OpDef* kSpecialOps[] = {
    &lgamma_op,    &digamma_op,       &erfc_op,       &erfinv_op,     &ndtri_op,
    &bessel_i0_op, &bessel_i1_op,     &bessel_i0e_op, &bessel_i1e_op, &igamma_op,
    &igammac_op,   &igamma_grad_a_op, &betainc_op,    &zeta_op,       &polygamma_op,
    &nextafter_op, &xlogy_op,         &xlog1py_op,    &xdivy_op,      &population_count_op};
const OpFamily special_ops(kSpecialOps);

}  // namespace

Tensor xdivy(const Tensor& x, const Tensor& y) { return call(xdivy_op, {x, y}); }

}  // namespace pelton
