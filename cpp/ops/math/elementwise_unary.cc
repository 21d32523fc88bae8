// Owns the unary arithmetic, exponential, rounding and predicate ops: definitions and gradients.
// A holomorphic f has the gradient grad * conj(f'), TensorFlow's convention.
#include "kernels/common/functors/functors_unary.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void negative_grad(GradContext& c) { c.set(0, negative(c.grad())); }

// Of complex numbers by a quotient, as the sign passes no gradient on.
void abs_grad_of(GradContext& c) {
  const Tensor& x = c.in(0);
  c.set(0, is_complex(x.dtype()) ? multiply(x, cast(divide_no_nan(c.grad(), abs(x)), x.dtype()))
                                 : abs_grad(c.grad(), x));
}

void sign_grad(GradContext& c) { c.set(0, zeros_like(c.grad())); }

void square_grad_of(GradContext& c) {
  const Tensor& x = c.in(0);
  c.set(0, is_complex(x.dtype()) ? multiply(c.grad(), add(conj(x), conj(x)))
                                 : square_grad(c.grad(), x));
}

// Where no gradient arrives, none goes on, as in sqrt_grad.
void sqrt_grad_of(GradContext& c) {
  const Tensor y = conj(c.out(0));
  c.set(0, is_complex(y.dtype()) ? xdivy(c.grad(), add(y, y)) : sqrt_grad(y, c.grad()));
}

void rsqrt_grad_of(GradContext& c) {
  const Tensor y = conj(c.out(0));
  if (!is_complex(y.dtype())) return c.set(0, rsqrt_grad(y, c.grad()));
  const Tensor cube = multiply(square(y), y);
  c.set(0, multiply(c.grad(), multiply(cube, scalar_like(-0.5, y))));
}

void reciprocal_grad(GradContext& c) {
  c.set(0, negative(multiply(c.grad(), square(conj(c.out(0))))));
}

void exp_grad(GradContext& c) { c.set(0, multiply(c.grad(), conj(c.out(0)))); }

void expm1_grad(GradContext& c) { c.set(0, multiply(c.grad(), exp(conj(c.in(0))))); }

void log_grad(GradContext& c) { c.set(0, divide(c.grad(), conj(c.in(0)))); }

void log1p_grad(GradContext& c) {
  const Tensor x = conj(c.in(0));
  c.set(0, divide(c.grad(), add(x, scalar_like(1, x))));
}

void erf_grad_of(GradContext& c) { c.set(0, erf_grad(c.grad(), c.in(0))); }

void conj_grad(GradContext& c) { c.set(0, conj(c.grad())); }

void real_grad(GradContext& c) { c.set(0, cast(c.grad(), c.in(0).dtype())); }

void imag_grad(GradContext& c) { c.set(0, complex(zeros_like(c.grad()), c.grad())); }

void complex_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, real(c.grad()));
  if (c.needs(1)) c.set(1, imag(c.grad()));
}

void infer_complex(InferContext& c) {
  c.add_output(c.dtype(0) == DType::float64 ? DType::complex128 : DType::complex64,
               broadcast_shapes(c.shape(0), c.shape(1)));
}

constinit const OpDef negative_op =
    unary_op<Negative>("negative", "Neg", Keep::none, negative_grad);
constinit const OpDef abs_op = elementwise_op<Abs>({.name = "abs",
                                                    .tf_name = "Abs",
                                                    .inputs = {"x"},
                                                    .keep = Keep::inputs,
                                                    .infer = infer::real_like_first,
                                                    .grad = abs_grad_of});
constinit const OpDef sign_op = unary_op<Sign>("sign", "Sign", Keep::none, sign_grad);
constinit const OpDef square_op =
    unary_op<Square>("square", "Square", Keep::inputs, square_grad_of);
constinit const OpDef sqrt_op = unary_op<Sqrt>("sqrt", "Sqrt", Keep::outputs, sqrt_grad_of);
constinit const OpDef rsqrt_op = unary_op<Rsqrt>("rsqrt", "Rsqrt", Keep::outputs, rsqrt_grad_of);
constinit const OpDef reciprocal_op =
    unary_op<Reciprocal>("reciprocal", "Reciprocal", Keep::outputs, reciprocal_grad);
constinit const OpDef exp_op = unary_op<Exp>("exp", "Exp", Keep::outputs, exp_grad);
constinit const OpDef expm1_op = unary_op<Expm1>("expm1", "Expm1", Keep::inputs, expm1_grad);
constinit const OpDef log_op = unary_op<Log>("log", "Log", Keep::inputs, log_grad);
constinit const OpDef log1p_op = unary_op<Log1p>("log1p", "Log1p", Keep::inputs, log1p_grad);
constinit const OpDef erf_op = unary_op<Erf>("erf", "Erf", Keep::inputs, erf_grad_of);
constinit const OpDef floor_op = unary_op<Floor>("floor", "Floor", Keep::none, no_gradient);
constinit const OpDef ceil_op = unary_op<Ceil>("ceil", "Ceil", Keep::none, no_gradient);
constinit const OpDef round_op = unary_op<Round>("round", "Round", Keep::none, no_gradient);
constinit const OpDef is_nan_op = predicate_op<IsNan>("is_nan", "IsNan");
constinit const OpDef is_inf_op = predicate_op<IsInf>("is_inf", "IsInf");
constinit const OpDef is_finite_op = predicate_op<IsFinite>("is_finite", "IsFinite");
constinit const OpDef conj_op = unary_op<Conj>("conj", "Conj", Keep::none, conj_grad);
constinit const OpDef real_op = elementwise_op<Real>({.name = "real",
                                                      .tf_name = "Real",
                                                      .inputs = {"x"},
                                                      .infer = infer::real_like_first,
                                                      .grad = real_grad});
constinit const OpDef imag_op = elementwise_op<Imag>({.name = "imag",
                                                      .tf_name = "Imag",
                                                      .inputs = {"x"},
                                                      .infer = infer::real_like_first,
                                                      .grad = imag_grad});

constinit const OpDef complex_op = elementwise_op<MakeComplex>({.name = "complex",
                                                                .tf_name = "Complex",
                                                                .inputs = {"real", "imag"},
                                                                .infer = infer_complex,
                                                                .grad = complex_grad});

constexpr const OpDef* kUnaryOps[] = {
    &negative_op,   &abs_op,  &sign_op,  &square_op, &sqrt_op,   &rsqrt_op,
    &reciprocal_op, &exp_op,  &expm1_op, &log_op,    &log1p_op,  &erf_op,
    &floor_op,      &ceil_op, &round_op, &is_nan_op, &is_inf_op, &is_finite_op,
    &conj_op,       &real_op, &imag_op,  &complex_op};

}  // namespace

Tensor negative(const Tensor& x) { return call(negative_op, {x}); }
Tensor abs(const Tensor& x) { return call(abs_op, {x}); }
Tensor sign(const Tensor& x) { return call(sign_op, {x}); }
Tensor square(const Tensor& x) { return call(square_op, {x}); }
Tensor sqrt(const Tensor& x) { return call(sqrt_op, {x}); }
Tensor rsqrt(const Tensor& x) { return call(rsqrt_op, {x}); }
Tensor reciprocal(const Tensor& x) { return call(reciprocal_op, {x}); }
Tensor exp(const Tensor& x) { return call(exp_op, {x}); }
Tensor expm1(const Tensor& x) { return call(expm1_op, {x}); }
Tensor log(const Tensor& x) { return call(log_op, {x}); }
Tensor log1p(const Tensor& x) { return call(log1p_op, {x}); }
Tensor erf(const Tensor& x) { return call(erf_op, {x}); }
Tensor floor(const Tensor& x) { return call(floor_op, {x}); }
Tensor ceil(const Tensor& x) { return call(ceil_op, {x}); }
Tensor round(const Tensor& x) { return call(round_op, {x}); }
Tensor is_nan(const Tensor& x) { return call(is_nan_op, {x}); }
Tensor is_inf(const Tensor& x) { return call(is_inf_op, {x}); }
Tensor is_finite(const Tensor& x) { return call(is_finite_op, {x}); }
Tensor conj(const Tensor& x) { return is_complex(x.dtype()) ? call(conj_op, {x}) : x; }
Tensor real(const Tensor& x) { return call(real_op, {x}); }
Tensor imag(const Tensor& x) { return call(imag_op, {x}); }
Tensor complex(const Tensor& re, const Tensor& im) { return call(complex_op, {re, im}); }

const OpFamily unary_ops(kUnaryOps);

}  // namespace pelton
