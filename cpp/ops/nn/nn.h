// Declares what networks are made of: activations, convolutions, pools, normalizations, losses.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include "kernels/common/attrs/attention_attrs.h"
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/attrs/cross_entropy_attrs.h"
#include "kernels/common/attrs/fused_matmul_attrs.h"
#include "kernels/common/attrs/gru_attrs.h"
#include "kernels/common/attrs/lstm_attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

// Activations
Tensor sigmoid(const Tensor& x);
Tensor relu(const Tensor& features);
Tensor relu6(const Tensor& features);
Tensor elu(const Tensor& features, const EluAttrs& attrs = {});
Tensor elu_grad(const Tensor& gradients, const Tensor& outputs, const EluAttrs& attrs = {});
Tensor selu(const Tensor& features);
Tensor softplus(const Tensor& features);
Tensor softsign(const Tensor& features);
Tensor silu(const Tensor& features);
Tensor gelu(const Tensor& features, const GeluAttrs& attrs = {});
Tensor leaky_relu(const Tensor& features, const LeakyReluAttrs& attrs = {});
// Gradients as TensorFlow's raw ops of these names: from the result y, relu's input or output, or
// gelu's input.
Tensor tanh_grad(const Tensor& y, const Tensor& dy);
Tensor sigmoid_grad(const Tensor& y, const Tensor& dy);
Tensor relu_grad(const Tensor& gradients, const Tensor& features);
Tensor silu_grad(const Tensor& gradients, const Tensor& features);
Tensor gelu_grad(const Tensor& gradients, const Tensor& features, const GeluAttrs& attrs = {});
Tensor leaky_relu_grad(const Tensor& gradients, const Tensor& features,
                       const LeakyReluAttrs& attrs = {});

// Convolutions and pools (NHWC, filters HWIO), products with a bias
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

// Normalization, softmax, losses
Tensor softmax(const Tensor& logits, const SoftmaxAttrs& attrs = {});
Tensor log_softmax(const Tensor& logits, const SoftmaxAttrs& attrs = {});
// Gradients by the logits in terms of the result.
Tensor softmax_grad(const Tensor& gradients, const Tensor& softmax, const SoftmaxAttrs& attrs = {});
Tensor log_softmax_grad(const Tensor& gradients, const Tensor& log_softmax,
                        const SoftmaxAttrs& attrs = {});
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
// Of query (batch, T, heads, depth), key (batch, S, groups, depth) and value (batch, S, groups,
// width), heads / groups heads sharing the keys of a group: softmax(scale * query . key + bias)
// over the keys times value, (batch, T, heads, width), and the scores' logsumexp (batch, heads, T),
// which only gradients read and which passes none. Mask (bool, true: seen) and bias broadcast to
// (batch, heads, T, S); without elements, or undefined, there is none. A query that sees no key has
// the mean of all values and gives query and key no gradient, as Keras's large negative scores do.
Outputs attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                  const Tensor& bias, const AttentionAttrs& attrs = {});
// Gradients of query, key, value and, where attrs.scores_needed, of the scores with their bias
// (else of shape (0)), from attention's two results and the gradient of the first.
Outputs attention_grad(const Tensor& query, const Tensor& key, const Tensor& value,
                       const Tensor& mask, const Tensor& bias, const Tensor& result,
                       const Tensor& logsumexp, const Tensor& grad,
                       const AttentionGradAttrs& attrs = {});
// What attention multiplies the values by, (batch, heads, T, S), made of plain ops.
Tensor attention_weights(const Tensor& query, const Tensor& key, const Tensor& mask,
                         const Tensor& bias, const AttentionAttrs& attrs = {});
// Per example, over the last axis; labels are class indices (int) or probabilities.
Tensor sparse_softmax_cross_entropy(const Tensor& labels, const Tensor& logits);
Tensor softmax_cross_entropy(const Tensor& labels, const Tensor& logits);
// Loss, its gradient, and the correct predictions of labels and logits, or softmax(logits), in one
// pass.
Outputs sparse_softmax_cross_entropy_correct(const Tensor& labels, const Tensor& logits,
                                             const CrossEntropyCorrectAttrs& attrs = {});
Outputs softmax_cross_entropy_correct(const Tensor& labels, const Tensor& logits,
                                      const CrossEntropyCorrectAttrs& attrs = {});
// Labels of shape (...), scores (..., classes): 1 where the label is the best class, else 0. The
// best is the first of the largest, -0.0 below 0.0; NaN is the best only where it is the first
// class. A label that is no class is no hit.
Tensor sparse_categorical_correct(const Tensor& labels, const Tensor& scores);
// The same for labels of the scores' shape, one-hot or probabilities: their best class is the
// label.
Tensor categorical_correct(const Tensor& labels, const Tensor& scores);
Tensor sigmoid_cross_entropy(const Tensor& labels, const Tensor& logits);  // elementwise

// Recurrent layers
// The LSTM over whole sequences. `x` is (batch, time, features), the kernels (features, 4 * units)
// and (units, 4 * units) in the order i, f, candidate, o. Gives h of each step (batch, time,
// units), what the gradient reads, and the last h and c. Where the mask is false the states stay,
// and the output is the one before, at first 0.
struct LstmOptions {            // undefined: not given
  Tensor bias;                  // (4 * units)
  Tensor initial_h, initial_c;  // (batch, units)
  Tensor mask;                  // bool (batch, time)
};
Outputs lstm(const Tensor& x, const Tensor& kernel, const Tensor& recurrent_kernel,
             const LstmOptions& options = {}, const LstmAttrs& attrs = {});
// `inputs` are those of the op, an operand of shape (0,) is not given. Gives the gradients of x, of
// kernel, recurrent kernel and bias one below the other, of the initial h and c.
Outputs lstm_grad(std::span<const Tensor> inputs, const LstmGradAttrs& attrs = {});
// The GRU over whole sequences. `x` is what came from the input (batch, time, 3 * units), times its
// kernel and with its bias, the recurrent kernel (units, 3 * units), in the order update, reset,
// candidate. Gives h of each step (batch, time, units), what the gradient reads, and the last h.
// Where the mask is false h stays, and the output is the one before, at first 0.
struct GruOptions {       // undefined: not given
  Tensor recurrent_bias;  // (3 * units)
  Tensor initial_h;       // (batch, units)
  Tensor mask;            // bool (batch, time)
};
Outputs gru(const Tensor& x, const Tensor& recurrent_kernel, const GruOptions& options = {},
            const GruAttrs& attrs = {});
// `inputs` are those of the op, an operand of shape (0,) is not given. Gives the gradients of x, of
// recurrent kernel and bias one below the other, of the initial h.
Outputs gru_grad(std::span<const Tensor> inputs, const GruGradAttrs& attrs = {});

}  // namespace pelton
