// Owns the binary arithmetic ops: definitions and gradients. Broadcasting is undone by the tape.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/declared/strings.h"

#include "ops/array/array.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void add_grad(GradContext& c) {
  c.set(0, c.grad());
  c.set(1, c.grad());
}

void subtract_grad(GradContext& c) {
  c.set(0, c.grad());
  if (c.needs(1)) c.set(1, negative(c.grad()));
}

Tensor times_conj(const Tensor& grad, const Tensor& x) {
  return is_complex(x.dtype()) ? multiply(grad, conj(x)) : multiply(grad, x);
}

void multiply_grad(GradContext& c) {
  if (c.needs(0)) c.set(0, times_conj(c.grad(), c.in(1)));
  if (c.needs(1)) c.set(1, times_conj(c.grad(), c.in(0)));
}

void divide_grad(GradContext& c) {
  const Tensor by_x = divide(c.grad(), conj(c.in(1)));
  if (c.needs(0)) c.set(0, by_x);
  if (c.needs(1)) c.set(1, negative(multiply(by_x, conj(c.out(0)))));
}

void divide_no_nan_grad(GradContext& c) {
  const Tensor y = conj(c.in(1));
  if (c.needs(0)) c.set(0, divide_no_nan(c.grad(), y));
  if (!c.needs(1)) return;
  const Tensor ratio = divide_no_nan(divide_no_nan(negative(conj(c.in(0))), y), y);
  c.set(1, multiply(c.grad(), ratio));
}

void floormod_grad(GradContext& c) {
  c.set(0, c.grad());
  if (c.needs(1)) c.set(1, negative(multiply(c.grad(), floordiv(c.in(0), c.in(1)))));
}

// d(x^y)/dy = x^y log x, taken as 0 where x has no logarithm.
void pow_grad(GradContext& c) {
  const Tensor x = conj(c.in(0)), y = conj(c.in(1));
  if (c.needs(0)) c.set(0, multiply(c.grad(), multiply(y, pow(x, subtract(y, scalar_like(1, y))))));
  if (!c.needs(1)) return;
  const Tensor zero = scalar_like(0, x);
  const Tensor has_log = is_complex(x.dtype()) ? not_equal(x, zero) : greater(x, zero);
  const Tensor log_x = where(has_log, log(where(has_log, x, scalar_like(1, x))), zero);
  c.set(1, multiply(c.grad(), multiply(conj(c.out(0)), log_x)));
}

// Equal operands: x gets all of it, as in TensorFlow.
void choose_grad(GradContext& c, const Tensor& takes_x) {
  const Tensor zero = scalar_like(0, c.grad());
  if (c.needs(0)) c.set(0, where(takes_x, c.grad(), zero));
  if (c.needs(1)) c.set(1, where(takes_x, zero, c.grad()));
}
void maximum_grad(GradContext& c) { choose_grad(c, greater_equal(c.in(0), c.in(1))); }
void minimum_grad(GradContext& c) { choose_grad(c, less_equal(c.in(0), c.in(1))); }

void squared_difference_grad(GradContext& c) {
  const Tensor d = subtract(c.in(0), c.in(1));
  const Tensor grad = multiply(c.grad(), add(d, d));
  c.set(0, grad);
  if (c.needs(1)) c.set(1, negative(grad));
}

void atan2_grad(GradContext& c) {
  const Tensor &y = c.in(0), &x = c.in(1);
  const Tensor scaled = divide(c.grad(), add(square(x), square(y)));
  if (c.needs(0)) c.set(0, multiply(x, scaled));
  if (c.needs(1)) c.set(1, negative(multiply(y, scaled)));
}

void infer_divide(InferContext& c) {
  DType dtype = c.dtype(0);
  if (is_integer(dtype)) dtype = size_of(dtype) <= 2 ? DType::float32 : DType::float64;
  c.add_output(dtype, broadcast_shapes(c.shape(0), c.shape(1)));
}

// A definition with another kernel than the functor's.
constexpr OpDef with_kernel(OpDef def, Kernel cpu) {
  def.kernels.cpu = cpu;
  return def;
}

// A definition with another rule than that of elementwise ops.
constexpr OpDef with_sharding(OpDef def, ShardingRule rule) {
  def.sharding = rule;
  return def;
}

// Strings are laid one after the other.
constexpr OpDef add_definition() {
  OpDef def = with_kernel(binary_op<Add>("add", "AddV2", Keep::none, add_grad), &cpu::add);
  def.dtypes = def.dtypes | kString;
  return with_sharding(def, sharding_rules::of_sum);
}

constinit const OpDef add_op = add_definition();
constinit const OpDef subtract_op = with_sharding(
    binary_op<Subtract>("subtract", "Sub", Keep::none, subtract_grad), sharding_rules::of_sum);
constinit const OpDef multiply_op =
    with_sharding(binary_op<Multiply>("multiply", "Mul", Keep::inputs, multiply_grad),
                  sharding_rules::of_product);
constinit const OpDef divide_op = with_sharding(elementwise_op<Divide>({.name = "divide",
                                                                        .tf_name = "RealDiv",
                                                                        .inputs = {"x", "y"},
                                                                        .keep = Keep::both,
                                                                        .infer = infer_divide,
                                                                        .grad = divide_grad}),
                                                sharding_rules::of_quotient);
constinit const OpDef divide_no_nan_op =
    binary_op<DivideNoNan>("divide_no_nan", "DivNoNan", Keep::inputs, divide_no_nan_grad);
constinit const OpDef floordiv_op =
    with_kernel(binary_op<FloorDivide>("floordiv", "FloorDiv", Keep::none, no_gradient),
                &cpu::checked_divisor<FloorDivide>);
constinit const OpDef floormod_op =
    with_kernel(binary_op<FloorMod>("floormod", "FloorMod", Keep::inputs, floormod_grad),
                &cpu::checked_divisor<FloorMod>);
constinit const OpDef pow_op =
    with_kernel(binary_op<Pow>("pow", "Pow", Keep::both, pow_grad), &cpu::checked_exponent<Pow>);
constinit const OpDef maximum_op =
    binary_op<Maximum>("maximum", "Maximum", Keep::inputs, maximum_grad);
constinit const OpDef minimum_op =
    binary_op<Minimum>("minimum", "Minimum", Keep::inputs, minimum_grad);
constinit const OpDef squared_difference_op = binary_op<SquaredDifference>(
    "squared_difference", "SquaredDifference", Keep::inputs, squared_difference_grad);
constinit const OpDef atan2_op = elementwise_op<Atan2>({.name = "atan2",
                                                        .tf_name = "Atan2",
                                                        .inputs = {"y", "x"},
                                                        .keep = Keep::inputs,
                                                        .infer = infer::broadcast,
                                                        .grad = atan2_grad});

constexpr const OpDef* kBinaryOps[] = {
    &add_op,      &subtract_op, &multiply_op, &divide_op,  &divide_no_nan_op,      &floordiv_op,
    &floormod_op, &pow_op,      &maximum_op,  &minimum_op, &squared_difference_op, &atan2_op};

}  // namespace

Tensor add(const Tensor& x, const Tensor& y) { return call(add_op, {x, y}); }
Tensor subtract(const Tensor& x, const Tensor& y) { return call(subtract_op, {x, y}); }
Tensor multiply(const Tensor& x, const Tensor& y) { return call(multiply_op, {x, y}); }
Tensor divide(const Tensor& x, const Tensor& y) { return call(divide_op, {x, y}); }
Tensor divide_no_nan(const Tensor& x, const Tensor& y) { return call(divide_no_nan_op, {x, y}); }
Tensor floordiv(const Tensor& x, const Tensor& y) { return call(floordiv_op, {x, y}); }
Tensor floormod(const Tensor& x, const Tensor& y) { return call(floormod_op, {x, y}); }
Tensor pow(const Tensor& x, const Tensor& y) { return call(pow_op, {x, y}); }
Tensor maximum(const Tensor& x, const Tensor& y) { return call(maximum_op, {x, y}); }
Tensor minimum(const Tensor& x, const Tensor& y) { return call(minimum_op, {x, y}); }
Tensor squared_difference(const Tensor& x, const Tensor& y) {
  return call(squared_difference_op, {x, y});
}
Tensor atan2(const Tensor& y, const Tensor& x) { return call(atan2_op, {y, x}); }

const OpFamily binary_ops(kBinaryOps);

}  // namespace pelton
