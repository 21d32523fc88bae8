// Owns the activation ops: definitions and gradients.
#include "kernels/common/functors/functors_activation.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

Tensor is_positive(const Tensor& x) { return greater(x, scalar_like(0, x)); }
Tensor is_negative(const Tensor& x) { return less(x, scalar_like(0, x)); }

void sigmoid_grad_of(GradContext& c) { c.set(0, sigmoid_grad(conj(c.out(0)), c.grad())); }

// sigmoid_grad(y, g) = g y (1 - y).
void sigmoid_grad_grad(GradContext& c) {
  const Tensor y = conj(c.in(0)), g = conj(c.in(1));
  const Tensor slope = subtract(scalar_like(1, y), add(y, y));
  if (c.needs(0)) c.set(0, multiply(c.grad(), multiply(g, slope)));
  if (c.needs(1)) c.set(1, sigmoid_grad(y, c.grad()));
}

// The output is kept, not the input: the layer after relu keeps it anyway.
void relu_grad_of(GradContext& c) { c.set(0, relu_grad(c.grad(), c.out(0))); }

void relu_grad_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, relu_grad(c.grad(), c.in(1)));
  if (c.needs(1)) c.set(1, zeros_like(c.in(1)));
}

void relu6_grad(GradContext& c) {
  const Tensor& y = c.out(0);
  const Tensor inside = logical_and(is_positive(y), less(y, scalar_like(6, y)));
  c.set(0, where(inside, c.grad(), scalar_like(0, c.grad())));
}

void elu_grad_of(GradContext& c) { c.set(0, elu_grad(c.grad(), c.out(0), c.attrs<EluAttrs>())); }

void elu_grad_grad(GradContext& c) {
  const Tensor& y = c.in(1);
  if (c.needs(0)) c.set(0, elu_grad(c.grad(), y, c.attrs<EluAttrs>()));
  if (!c.needs(1)) return;
  c.set(1, where(is_negative(y), multiply(c.grad(), c.in(0)), scalar_like(0, y)));
}

void selu_grad(GradContext& c) {
  const Tensor& y = c.out(0);
  const Tensor slope = add(y, scalar_like(Selu::kScale * Selu::kAlpha, y));
  const Tensor scale = scalar_like(Selu::kScale, y);
  c.set(0, multiply(c.grad(), where(is_negative(y), slope, scale)));
}

void softplus_grad(GradContext& c) { c.set(0, multiply(c.grad(), sigmoid(c.in(0)))); }

void softsign_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  c.set(0, divide(c.grad(), square(add(abs(x), scalar_like(1, x)))));
}

// s (1 + x (1 - s)) with s = sigmoid(x).
void silu_grad_of(GradContext& c) { c.set(0, silu_grad(c.grad(), c.in(0))); }

// The second derivative of silu is s (1 - s) (2 + x (1 - 2 s)) with s = sigmoid(x).
void silu_grad_grad(GradContext& c) {
  const Tensor& x = c.in(1);
  if (c.needs(0)) c.set(0, silu_grad(c.grad(), x));
  if (!c.needs(1)) return;
  const Tensor s = sigmoid(x), one = scalar_like(1, x);
  const Tensor turn = add(scalar_like(2, x), multiply(x, subtract(one, add(s, s))));
  const Tensor curvature = multiply(multiply(s, subtract(one, s)), turn);
  c.set(1, multiply(multiply(c.grad(), c.in(0)), curvature));
}

// The second derivative of gelu: phi (2 - x^2) with the normal density phi.
Tensor gelu_erf_curvature(const Tensor& x) {
  const Tensor squared = square(x);
  const Tensor phi = multiply(exp(multiply(scalar_like(-0.5, x), squared)),
                              scalar_like(0.39894228040143267794, x));  // 1 / sqrt(2 pi)
  return multiply(phi, subtract(scalar_like(2, x), squared));
}

// With t = tanh(u) and u = r (x + c x^3): (1 - t^2) (u' - x t u'^2 + x u'' / 2).
Tensor gelu_tanh_curvature(const Tensor& x) {
  const Tensor one = scalar_like(1, x), root = scalar_like(0.79788456080286535588, x);
  const Tensor cubic = multiply(scalar_like(0.044715, x), square(x));
  const Tensor t = tanh(multiply(multiply(root, x), add(one, cubic)));
  const Tensor slope = multiply(root, add(one, multiply(scalar_like(3, x), cubic)));
  const Tensor bend = multiply(multiply(root, scalar_like(3, x)), cubic);
  const Tensor turn = multiply(multiply(x, t), square(slope));
  return multiply(subtract(one, square(t)), add(subtract(slope, turn), bend));
}

void gelu_grad_of(GradContext& c) { c.set(0, gelu_grad(c.grad(), c.in(0), c.attrs<GeluAttrs>())); }

void gelu_grad_grad(GradContext& c) {
  const auto& attrs = c.attrs<GeluAttrs>();
  const Tensor& x = c.in(1);
  if (c.needs(0)) c.set(0, gelu_grad(c.grad(), x, attrs));
  if (!c.needs(1)) return;
  const Tensor curvature = attrs.approximate ? gelu_tanh_curvature(x) : gelu_erf_curvature(x);
  c.set(1, multiply(multiply(c.grad(), c.in(0)), curvature));
}

void leaky_relu_grad_of(GradContext& c) {
  c.set(0, leaky_relu_grad(c.grad(), c.in(0), c.attrs<LeakyReluAttrs>()));
}

void leaky_relu_grad_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, leaky_relu_grad(c.grad(), c.in(1), c.attrs<LeakyReluAttrs>()));
  if (c.needs(1)) c.set(1, zeros_like(c.in(1)));
}

template <class F>
constexpr OpDef activation(const char* name, const char* tf_name, Keep keep, Grad grad,
                           const AttrSpec* attrs = nullptr) {
  OpDef def = unary_op<F>(name, tf_name, keep, grad);
  def.inputs = {"features"};
  def.attrs = attrs;
  return def;
}

constinit const OpDef sigmoid_op =
    unary_op<Sigmoid>("sigmoid", "Sigmoid", Keep::outputs, sigmoid_grad_of);
constinit const OpDef sigmoid_grad_op = elementwise_op<SigmoidGrad>({.name = "sigmoid_grad",
                                                                     .tf_name = "SigmoidGrad",
                                                                     .inputs = {"y", "dy"},
                                                                     .keep = Keep::inputs,
                                                                     .infer = infer::broadcast,
                                                                     .grad = sigmoid_grad_grad});
constinit const OpDef relu_op = activation<Relu>("relu", "Relu", Keep::outputs, relu_grad_of);
constinit const OpDef relu_grad_op = elementwise_op<ReluGrad>({.name = "relu_grad",
                                                               .tf_name = "ReluGrad",
                                                               .inputs = {"gradients", "features"},
                                                               .keep = Keep::inputs,
                                                               .infer = infer::broadcast,
                                                               .grad = relu_grad_grad});
constinit const OpDef relu6_op = activation<Relu6>("relu6", "Relu6", Keep::outputs, relu6_grad);
constinit const OpDef elu_op =
    activation<Elu>("elu", "Elu", Keep::outputs, elu_grad_of, &attrs_of<EluAttrs>);
constinit const OpDef elu_grad_op = elementwise_op<EluGrad>({.name = "elu_grad",
                                                             .tf_name = "EluGrad",
                                                             .inputs = {"gradients", "outputs"},
                                                             .attrs = &attrs_of<EluAttrs>,
                                                             .keep = Keep::inputs,
                                                             .infer = infer::broadcast,
                                                             .grad = elu_grad_grad});
constinit const OpDef selu_op = activation<Selu>("selu", "Selu", Keep::outputs, selu_grad);
constinit const OpDef softplus_op =
    activation<Softplus>("softplus", "Softplus", Keep::inputs, softplus_grad);
constinit const OpDef softsign_op =
    activation<Softsign>("softsign", "Softsign", Keep::inputs, softsign_grad);
constinit const OpDef silu_op = activation<Silu>("silu", "Silu", Keep::inputs, silu_grad_of);
constinit const OpDef silu_grad_op = elementwise_op<SiluGrad>({.name = "silu_grad",
                                                               .tf_name = "SiluGrad",
                                                               .inputs = {"gradients", "features"},
                                                               .keep = Keep::inputs,
                                                               .infer = infer::broadcast,
                                                               .grad = silu_grad_grad});
constinit const OpDef gelu_op =
    activation<Gelu>("gelu", "Gelu", Keep::inputs, gelu_grad_of, &attrs_of<GeluAttrs>);
constinit const OpDef gelu_grad_op = elementwise_op<GeluGrad>({.name = "gelu_grad",
                                                               .tf_name = "GeluGrad",
                                                               .inputs = {"gradients", "features"},
                                                               .attrs = &attrs_of<GeluAttrs>,
                                                               .keep = Keep::inputs,
                                                               .infer = infer::broadcast,
                                                               .grad = gelu_grad_grad});
constinit const OpDef leaky_relu_op = activation<LeakyRelu>(
    "leaky_relu", "LeakyRelu", Keep::inputs, leaky_relu_grad_of, &attrs_of<LeakyReluAttrs>);
constinit const OpDef leaky_relu_grad_op =
    elementwise_op<LeakyReluGrad>({.name = "leaky_relu_grad",
                                   .tf_name = "LeakyReluGrad",
                                   .inputs = {"gradients", "features"},
                                   .attrs = &attrs_of<LeakyReluAttrs>,
                                   .keep = Keep::inputs,
                                   .infer = infer::broadcast,
                                   .grad = leaky_relu_grad_grad});

constexpr const OpDef* kActivationOps[] = {
    &sigmoid_op,  &sigmoid_grad_op, &relu_op,       &relu_grad_op,      &relu6_op, &elu_op,
    &elu_grad_op, &selu_op,         &softplus_op,   &softsign_op,       &silu_op,  &silu_grad_op,
    &gelu_op,     &gelu_grad_op,    &leaky_relu_op, &leaky_relu_grad_op};

}  // namespace

Tensor sigmoid(const Tensor& x) { return call(sigmoid_op, {x}); }
Tensor sigmoid_grad(const Tensor& y, const Tensor& dy) { return call(sigmoid_grad_op, {y, dy}); }
Tensor relu(const Tensor& features) { return call(relu_op, {features}); }
Tensor relu_grad(const Tensor& gradients, const Tensor& features) {
  return call(relu_grad_op, {gradients, features});
}
Tensor relu6(const Tensor& features) { return call(relu6_op, {features}); }
Tensor elu(const Tensor& features, const EluAttrs& attrs) {
  return call(elu_op, {features}, attrs);
}
Tensor elu_grad(const Tensor& gradients, const Tensor& outputs, const EluAttrs& attrs) {
  return call(elu_grad_op, {gradients, outputs}, attrs);
}
Tensor selu(const Tensor& features) { return call(selu_op, {features}); }
Tensor softplus(const Tensor& features) { return call(softplus_op, {features}); }
Tensor softsign(const Tensor& features) { return call(softsign_op, {features}); }
Tensor silu(const Tensor& features) { return call(silu_op, {features}); }
Tensor silu_grad(const Tensor& gradients, const Tensor& features) {
  return call(silu_grad_op, {gradients, features});
}
Tensor gelu(const Tensor& features, const GeluAttrs& attrs) {
  return call(gelu_op, {features}, attrs);
}
Tensor gelu_grad(const Tensor& gradients, const Tensor& features, const GeluAttrs& attrs) {
  return call(gelu_grad_op, {gradients, features}, attrs);
}
Tensor leaky_relu(const Tensor& features, const LeakyReluAttrs& attrs) {
  return call(leaky_relu_op, {features}, attrs);
}
Tensor leaky_relu_grad(const Tensor& gradients, const Tensor& features,
                       const LeakyReluAttrs& attrs) {
  return call(leaky_relu_grad_op, {gradients, features}, attrs);
}

const OpFamily activation_ops(kActivationOps);

}  // namespace pelton
