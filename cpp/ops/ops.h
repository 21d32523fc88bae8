// Declares every public op as a plain function, and the attribute structs that callers fill in.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include <vector>

#include "kernels/common/attrs.h"
#include "kernels/common/cross_entropy_attrs.h"
#include "kernels/common/fused_matmul_attrs.h"
#include "runtime/dispatch.h"
#include "runtime/random_state.h"

namespace pelton {

// Creation
// ------------------------------------------------------------------------------------------
Tensor fill(const Shape& dims, const Tensor& value);             // `value` is 0-d
Tensor zeros(const Shape& shape, DType dtype = DType::float32);  // on the scope's device
Tensor ones(const Shape& shape, DType dtype = DType::float32);
Tensor zeros_like(const Tensor& x);
Tensor ones_like(const Tensor& x);
// A 0-d tensor of `dtype`; integers must fit.
Tensor scalar(double value, DType dtype = DType::float32);
Tensor scalar_like(double value, const Tensor& x);  // of x's dtype
Tensor range(double start, double limit, double delta, DType dtype);
Tensor full(const Shape& shape, double value, DType dtype = DType::float32);
Tensor eye(int64_t rows, int64_t columns, DType dtype = DType::float32);
Tensor constant(const Tensor& value);   // a host value on the scope's device, logged as _EagerConst
Tensor identity(const Tensor& x);       // a copy on the scope's device, with a gradient
Tensor stop_gradient(const Tensor& x);  // shares bytes, passes no gradient
Tensor cast(const Tensor& x, DType dtype);

// Elementwise, unary
// --------------------------------------------------------------------------------
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
Tensor sigmoid(const Tensor& x);
Tensor relu(const Tensor& features);
Tensor relu6(const Tensor& features);
Tensor elu(const Tensor& features, const EluAttrs& attrs = {});
Tensor selu(const Tensor& features);
Tensor softplus(const Tensor& features);
Tensor softsign(const Tensor& features);
Tensor silu(const Tensor& features);
Tensor gelu(const Tensor& features, const GeluAttrs& attrs = {});
Tensor leaky_relu(const Tensor& features, const LeakyReluAttrs& attrs = {});
// Gradients as TensorFlow's raw ops of these names: from the result y, or relu's input or output.
Tensor tanh_grad(const Tensor& y, const Tensor& dy);
Tensor sigmoid_grad(const Tensor& y, const Tensor& dy);
Tensor relu_grad(const Tensor& gradients, const Tensor& features);

// Elementwise, binary: NumPy broadcasting; both sides share one dtype
// --------------------------------
Tensor add(const Tensor& x, const Tensor& y);
Tensor subtract(const Tensor& x, const Tensor& y);
Tensor multiply(const Tensor& x, const Tensor& y);
Tensor divide(const Tensor& x, const Tensor& y);  // true division; integers give float64
Tensor divide_no_nan(const Tensor& x, const Tensor& y);
Tensor floordiv(const Tensor& x, const Tensor& y);  // integer division by zero raises
Tensor floormod(const Tensor& x, const Tensor& y);
Tensor pow(const Tensor& x, const Tensor& y);
Tensor maximum(const Tensor& x, const Tensor& y);
Tensor minimum(const Tensor& x, const Tensor& y);
Tensor squared_difference(const Tensor& x, const Tensor& y);
Tensor atan2(const Tensor& y, const Tensor& x);
// A variable's next value; no broadcasting, both have one shape.
Tensor assign_add(const Tensor& variable, const Tensor& value);
Tensor assign_sub(const Tensor& variable, const Tensor& value);
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
// ----------------------------------------------------------
Tensor reduce_sum(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_mean(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_prod(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_max(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_min(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_any(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_all(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_logsumexp(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_variance(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor reduce_std(const Tensor& x, const ReduceAttrs& attrs = {});
Tensor argmax(const Tensor& x, const ArgReduceAttrs& attrs = {});  // first of equals
Tensor argmin(const Tensor& x, const ArgReduceAttrs& attrs = {});
// `x` summed down to `shape`, undoing a broadcast.
Tensor sum_to_shape(const Tensor& x, const Shape& shape);

// Shapes and indices
// ---------------------------------------------------------------------------------
Tensor reshape(const Tensor& tensor, const ReshapeAttrs& attrs);  // one size may be -1
Tensor transpose(const Tensor& a, const TransposeAttrs& attrs = {});
Tensor expand_dims(const Tensor& input, const AxisAttrs& attrs);
Tensor squeeze(const Tensor& input, const SqueezeAttrs& attrs = {});
Tensor broadcast_to(const Tensor& input, const ReshapeAttrs& attrs);
Tensor strided_slice(const Tensor& input, const SliceAttrs& attrs);
// Zeros of attrs.shape with `grad` written where strided_slice reads.
Tensor strided_slice_grad(const Tensor& grad, const SliceGradAttrs& attrs);
// Writes `value`, of the slice's shape, into `ref` in place; `ref` is row-major and owns its bytes,
// which `value` must not share.
void strided_slice_assign(const Tensor& ref, const Tensor& value, const SliceAttrs& attrs);
Tensor reverse(const Tensor& tensor, const AxesAttrs& attrs);
Tensor concat(const std::vector<Tensor>& values, const AxisAttrs& attrs);
Tensor stack(const std::vector<Tensor>& values, const AxisAttrs& attrs);
std::vector<Tensor> unstack(const Tensor& value, const AxisAttrs& attrs);
// Pieces of the given sizes (one may be -1: what is left), or `count` equal pieces.
std::vector<Tensor> split(const Tensor& value, const std::vector<int64_t>& sizes,
                          const AxisAttrs& attrs);
std::vector<Tensor> split(const Tensor& value, int64_t count, const AxisAttrs& attrs);
Tensor gather(const Tensor& params, const Tensor& indices, const AxisAttrs& attrs);
// Where `condition` is not zero: int64 indices [number of them, rank], row-major.
Tensor nonzero(const Tensor& condition);
// The slices of `tensor` at which `mask` is true; the mask covers the axes from attrs.axis on.
Tensor boolean_mask(const Tensor& tensor, const Tensor& mask, const AxisAttrs& attrs);
// Zeros of `shape` with `updates` added at `indices` along `axis`: the gradient of gather.
Tensor scatter_add(const Tensor& updates, const Tensor& indices, const ScatterAttrs& attrs);
Tensor one_hot(const Tensor& indices, const OneHotAttrs& attrs);  // depth, on, off, axis, dtype
Tensor pad(const Tensor& tensor, const PadAttrs& attrs);
Tensor tile(const Tensor& input, const MultiplesAttrs& attrs);

// Products, convolutions, pools (NHWC, filters HWIO)
// -------------------------------------------------
Tensor matmul(const Tensor& a, const Tensor& b, const MatmulAttrs& attrs = {});
Tensor bias_add(const Tensor& value, const Tensor& bias);
// activation(a (..., k) b (k, n) + bias (n)), with the sums of matmul, rounded once.
Tensor fused_matmul(const Tensor& a, const Tensor& b, const Tensor& bias,
                    const FusedMatmulAttrs& attrs);
Tensor conv2d(const Tensor& input, const Tensor& filters, const Conv2dAttrs& attrs);
Tensor conv2d_input_grad(const Tensor& filters, const Tensor& out_grad,
                         const Conv2dGradAttrs& attrs);
Tensor conv2d_filter_grad(const Tensor& input, const Tensor& out_grad,
                          const Conv2dGradAttrs& attrs);
// relu(max_pool(conv2d(input, filters) + bias)) (activation and pool as attrs say) without ever
// storing the unpooled map; then, as uint8, which cell of its window was the convolution's first
// largest, of shape (0) where there is no pool. The pool's windows tile the map, pool sizes
// multiply to at most 255.
Outputs fused_conv2d(const Tensor& input, const Tensor& filters, const Tensor& bias,
                     const FusedConv2dAttrs& attrs);
// Gradients of input (of shape (0) unless attrs.input_needed), filters and bias from fused_conv2d's
// two results and the gradient of the first. Cells without gradient take no part in any product.
Outputs fused_conv2d_grad(const Tensor& input, const Tensor& filters, const Tensor& y,
                          const Tensor& argmax, const Tensor& out_grad,
                          const FusedConv2dGradAttrs& attrs);
Tensor max_pool2d(const Tensor& input, const Pool2dAttrs& attrs);
Tensor max_pool2d_grad(const Tensor& input, const Tensor& out_grad, const Pool2dAttrs& attrs);
// The elements of `values` where `input` has each window's first maximum.
Tensor max_pool2d_pick(const Tensor& input, const Tensor& values, const Pool2dAttrs& attrs);
Tensor avg_pool2d(const Tensor& input, const Pool2dAttrs& attrs);
Tensor avg_pool2d_grad(const Tensor& out_grad, const Pool2dGradAttrs& attrs);

// Normalisation, softmax, losses
// ---------------------------------------------------------------------
Tensor softmax(const Tensor& logits, const SoftmaxAttrs& attrs = {});
Tensor log_softmax(const Tensor& logits, const SoftmaxAttrs& attrs = {});
// y with its activation, batch mean, batch variance (biased) over all axes but the last. All but x
// and y are float32 where x is a 16-bit float, else of x's dtype.
Outputs batch_norm_train(const Tensor& x, const Tensor& scale, const Tensor& offset,
                         const BatchNormAttrs& attrs);
Tensor batch_norm_infer(const Tensor& x, const Tensor& mean, const Tensor& variance,
                        const Tensor& scale, const Tensor& offset, const BatchNormAttrs& attrs);
// Gradients of x, scale and offset from that of y and the batch's mean and variance. Where y was
// positive, which an activation's gradient wants to know, is computed from x once more.
Outputs batch_norm_grad(const Tensor& grad, const Tensor& x, const Tensor& scale,
                        const Tensor& offset, const Tensor& mean, const Tensor& variance,
                        const BatchNormAttrs& attrs);
// (x - mean) / sqrt(variance + epsilon) * scale + offset over the last axes of x, those that scale
// and offset have; these are float32 where x is a 16-bit float, else of x's dtype.
Tensor layer_norm(const Tensor& x, const Tensor& scale, const Tensor& offset,
                  const LayerNormAttrs& attrs);
// Gradients of x, scale and offset from that of layer_norm's result.
Outputs layer_norm_grad(const Tensor& grad, const Tensor& x, const Tensor& scale,
                        const LayerNormAttrs& attrs);
// Inverted dropout: keeps with probability 1 - rate, scales by 1 / (1 - rate); 0 <= rate < 1, else
// value_error.
Tensor dropout(const Tensor& x, double rate, std::optional<int64_t> seed = std::nullopt);
// Per example, over the last axis; labels are class indices (int) or probabilities.
Tensor sparse_softmax_cross_entropy(const Tensor& labels, const Tensor& logits);
Tensor softmax_cross_entropy(const Tensor& labels, const Tensor& logits);
// Loss, its gradient, and the hits of labels and logits, or softmax(logits), in one pass.
Outputs sparse_softmax_cross_entropy_hits(const Tensor& labels, const Tensor& logits,
                                          const CrossEntropyHitsAttrs& attrs = {});
Outputs softmax_cross_entropy_hits(const Tensor& labels, const Tensor& logits,
                                   const CrossEntropyHitsAttrs& attrs = {});
// Labels of shape (...), scores (..., classes): 1 where the label is the best class, else 0. The
// best is the first of the largest, -0.0 below 0.0; NaN is the best only where it is the first
// class. A label that is no class is no hit.
Tensor sparse_categorical_hits(const Tensor& labels, const Tensor& scores);
// The same for labels of the scores' shape, one-hot or probabilities: their best class is the
// label.
Tensor categorical_hits(const Tensor& labels, const Tensor& scores);
Tensor sigmoid_cross_entropy(const Tensor& labels, const Tensor& logits);  // elementwise

// Random numbers: Philox 4x32-10; reproducible after runtime().random().seed(), whatever the number
// of threads. uniform: [minval, maxval), of a floating dtype, int32 or int64; the normal ones:
// floating dtypes, truncated at two deviations.
// ------------------------
Tensor random_uniform(const Shape& shape, double minval, double maxval, DType dtype,
                      std::optional<int64_t> seed = std::nullopt);
Tensor random_normal(const Shape& shape, double mean, double stddev, DType dtype,
                     std::optional<int64_t> seed = std::nullopt);
Tensor truncated_normal(const Shape& shape, double mean, double stddev, DType dtype,
                        std::optional<int64_t> seed = std::nullopt);
// The same numbers for the same stream, however often and whenever called: for initializers.
Tensor stateless_random_uniform(const Shape& shape, double minval, double maxval, DType dtype,
                                const RandomStream& stream);
Tensor stateless_random_normal(const Shape& shape, double mean, double stddev, DType dtype,
                               const RandomStream& stream);
Tensor stateless_truncated_normal(const Shape& shape, double mean, double stddev, DType dtype,
                                  const RandomStream& stream);
Tensor random_categorical(const Tensor& logits, int64_t num_samples, DType dtype = DType::int64,
                          std::optional<int64_t> seed = std::nullopt);
Tensor random_permutation(int64_t n, std::optional<int64_t> seed = std::nullopt);  // int64
// `value` with the slices of its first axis in random order.
Tensor random_shuffle(const Tensor& value, std::optional<int64_t> seed = std::nullopt);

// Optimizer steps: one call for all parameters, in place; operands are lists of equal length.
// Parameters and slots are row-major, floating, and seen by nobody else; all operands are checked
// before any is written. A gradient has its parameter's shape, or one more axis in front: the parts
// that it is the sum of, added up in their order. Formulas and epsilons as in Keras.
// ---------------------------------------
void sgd_step(std::span<const Tensor> params, std::span<const Tensor> grads,
              std::span<const Tensor> momenta, const SgdAttrs& attrs);  // momentum 0: no momenta
// momenta where attrs.momentum != 0, averages (of the gradients) where attrs.centered
void rmsprop_step(std::span<const Tensor> params, std::span<const Tensor> grads,
                  std::span<const Tensor> velocities, std::span<const Tensor> momenta,
                  std::span<const Tensor> averages, const RmspropAttrs& attrs);
// velocity_hats where attrs.amsgrad
void adam_step(std::span<const Tensor> params, std::span<const Tensor> grads,
               std::span<const Tensor> momenta, std::span<const Tensor> velocities,
               std::span<const Tensor> velocity_hats, const AdamAttrs& attrs);

}  // namespace pelton
