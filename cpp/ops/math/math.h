// Declares the elementwise ops and the reductions.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

// Elementwise, unary
Tensor negative(const Tensor& x);
Tensor abs(const Tensor& x);
Tensor sign(const Tensor& x);
Tensor square(const Tensor& x);
Tensor sqrt(const Tensor& x);
Tensor rsqrt(const Tensor& x);
Tensor reciprocal(const Tensor& x);
Tensor exp(const Tensor& x);
Tensor expm1(const Tensor& x);
Tensor log(const Tensor& x);
Tensor log1p(const Tensor& x);
Tensor sin(const Tensor& x);
Tensor cos(const Tensor& x);
Tensor tan(const Tensor& x);
Tensor asin(const Tensor& x);
Tensor acos(const Tensor& x);
Tensor atan(const Tensor& x);
Tensor sinh(const Tensor& x);
Tensor cosh(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor asinh(const Tensor& x);
Tensor acosh(const Tensor& x);
Tensor atanh(const Tensor& x);
Tensor erf(const Tensor& x);
Tensor floor(const Tensor& x);
Tensor ceil(const Tensor& x);
Tensor round(const Tensor& x);  // half to even
Tensor conj(const Tensor& x);   // `x` itself where it is real
Tensor real(const Tensor& x);
Tensor imag(const Tensor& x);
Tensor complex(const Tensor& re, const Tensor& im);
Tensor is_nan(const Tensor& x);
Tensor is_inf(const Tensor& x);
Tensor is_finite(const Tensor& x);
Tensor logical_not(const Tensor& x);
Tensor bitwise_invert(const Tensor& x);

// Elementwise, binary: NumPy broadcasting; both sides share one dtype
Tensor add(const Tensor& x, const Tensor& y);
Tensor subtract(const Tensor& x, const Tensor& y);
Tensor multiply(const Tensor& x, const Tensor& y);
Tensor divide(const Tensor& x, const Tensor& y);  // true division; integers give float64
Tensor divide_no_nan(const Tensor& x, const Tensor& y);
Tensor xdivy(const Tensor& x, const Tensor& y);     // 0 where x is
Tensor floordiv(const Tensor& x, const Tensor& y);  // integer division by zero raises
Tensor floormod(const Tensor& x, const Tensor& y);
Tensor pow(const Tensor& x, const Tensor& y);
Tensor maximum(const Tensor& x, const Tensor& y);
Tensor minimum(const Tensor& x, const Tensor& y);
Tensor squared_difference(const Tensor& x, const Tensor& y);
Tensor atan2(const Tensor& y, const Tensor& x);

// Gradients in one pass, of floating-point numbers
Tensor abs_grad(const Tensor& gradients, const Tensor& x);
Tensor square_grad(const Tensor& gradients, const Tensor& x);
Tensor sqrt_grad(const Tensor& y, const Tensor& dy);   // 0 where dy is
Tensor rsqrt_grad(const Tensor& y, const Tensor& dy);  // in terms of the result, as sqrt_grad
Tensor erf_grad(const Tensor& gradients, const Tensor& x);

// Comparisons, bits and selection, elementwise
Tensor equal(const Tensor& x, const Tensor& y);
Tensor not_equal(const Tensor& x, const Tensor& y);
Tensor less(const Tensor& x, const Tensor& y);
Tensor less_equal(const Tensor& x, const Tensor& y);
Tensor greater(const Tensor& x, const Tensor& y);
Tensor greater_equal(const Tensor& x, const Tensor& y);
Tensor logical_and(const Tensor& x, const Tensor& y);
Tensor logical_or(const Tensor& x, const Tensor& y);
Tensor logical_xor(const Tensor& x, const Tensor& y);
Tensor bitwise_and(const Tensor& x, const Tensor& y);
Tensor bitwise_or(const Tensor& x, const Tensor& y);
Tensor bitwise_xor(const Tensor& x, const Tensor& y);
Tensor left_shift(const Tensor& x, const Tensor& y);
Tensor right_shift(const Tensor& x, const Tensor& y);
Tensor where(const Tensor& condition, const Tensor& x, const Tensor& y);
Tensor clip_by_value(const Tensor& t, const Tensor& low, const Tensor& high);

// Reductions over `axis` (absent: all axes)
Tensor reduce_sum(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_mean(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_prod(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_max(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_min(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_any(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_all(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_logsumexp(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_sum_of_squares(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_variance(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_std(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor argmax(const Tensor& x, const ArgReduceAttrs& attrs = {});  // first of equals
Tensor argmin(const Tensor& x, const ArgReduceAttrs& attrs = {});
// `x` summed down to `shape`, undoing a broadcast.
Tensor sum_to_shape(const Tensor& x, const Shape& shape);

}  // namespace pelton
