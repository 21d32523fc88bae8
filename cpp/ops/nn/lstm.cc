// Owns the LSTM over whole sequences as one op, and its gradient.
#include "kernels/declared/lstm.h"

#include "kernels/common/functors/functors.h"
#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/nn/lstm_second_order.h"
#include "ops/nn/nn.h"
#include "ops/nn/norm_statistics.h"
#include "ops/nn/optional_operand.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

// Of x, kernel and recurrent kernel, the first three inputs of both ops.
RecurrentSizes check_weights(const InferContext& c) {
  const Shape &x = c.shape(0), &kernel = c.shape(1), &recurrent = c.shape(2);
  check(x.size() == 3, "x must have shape (batch, time, features), got ", x);
  check(
      recurrent.size() == 2 && may_equal(recurrent[1], product_of_sizes(kLstmGates, recurrent[0])),
      "recurrent_kernel must have shape (units, 4 * units), got ", recurrent);
  const Shape expected{x[2], recurrent[1]};
  check(may_equal(kernel, expected), "kernel must have shape ", expected, ", got ", kernel);
  return RecurrentSizes::of(x, recurrent);
}

Shape saved_shape(const RecurrentSizes& s) {
  const Shape shape{s.batch, s.time, kLstmSaved, s.units};
  count_or_unknown(shape);
  return shape;
}

void infer_lstm(InferContext& c) {
  const RecurrentSizes s = check_weights(c);
  const Shape state{s.batch, s.units};
  check_optional(c, 3, {product_of_sizes(kLstmGates, s.units)});
  for (const size_t i : {4, 5}) check_optional(c, i, state);
  check_optional(c, 6, {s.batch, s.time});
  const Shape saved = saved_shape(s);
  c.add_output(c.dtype(0), {s.batch, s.time, s.units});
  c.add_output(compute_dtype(c.dtype(0)), saved);
  c.add_output(c.dtype(0), state);
  c.add_output(c.dtype(0), state);
}

void infer_lstm_grad(InferContext& c) {
  const auto& attrs = c.attrs<LstmGradAttrs>();
  const RecurrentSizes s = check_weights(c);
  const Shape state{s.batch, s.units}, sequence{s.batch, s.time, s.units}, saved = saved_shape(s);
  for (const size_t i : {3, 4, 10, 11}) check_optional(c, i, state);
  check_optional(c, 5, {s.batch, s.time});
  check(may_equal(c.shape(6), sequence), "sequence must have shape ", sequence, ", got ",
        c.shape(6));
  check(may_equal(c.shape(7), saved), "saved must have shape ", saved, ", got ", c.shape(7));
  check_optional(c, 8, sequence);
  check_optional(c, 9, saved);
  for (const size_t i : {7, 9}) check_statistic_dtype(c, i, 0);
  const int64_t rows = sum_of_sizes(sum_of_sizes(s.features, s.units), attrs.has_bias ? 1 : 0);
  c.add_output(c.dtype(0), attrs.input_needed ? c.shape(0) : Shape{0});
  c.add_output(c.dtype(0), {rows, product_of_sizes(kLstmGates, s.units)});
  c.add_output(c.dtype(0), c.shape(3));
  c.add_output(c.dtype(0), c.shape(4));
}

void lstm_first_order(GradContext& c) {
  const auto& attrs = c.attrs<LstmAttrs>();
  const Tensor &x = c.in(0), &kernel = c.in(1), &recurrent = c.in(2), &bias = c.in(3);
  check(is_fully_known(kernel.shape()) && is_fully_known(recurrent.shape()), Code::unimplemented,
        "gradients of lstm need the sizes of its kernels, got ", kernel.shape(), " and ",
        recurrent.shape());
  const bool has_bias = bias.size() != 0;
  const auto grad = [&](size_t i) { return or_none(c.grad(i), c.out(i).dtype()); };
  const std::array inputs{x,        kernel,   recurrent, c.in(4), c.in(5), c.in(6),
                          c.out(0), c.out(1), grad(0),   grad(1), grad(2), grad(3)};
  const Outputs grads =
      lstm_grad(inputs, {attrs.go_backwards, attrs.zero_output_for_mask, c.needs(0), has_bias});
  const Tensor& weights = grads.tensors[1];
  const auto rows = [&](int64_t first, int64_t count) {
    return strided_slice(weights, {.begin = {first, 0}, .size = {count, weights.shape()[1]}});
  };
  const int64_t features = kernel.shape()[0], units = recurrent.shape()[0];
  if (c.needs(0)) c.set(0, grads.tensors[0]);
  if (c.needs(1)) c.set(1, rows(0, features));
  if (c.needs(2)) c.set(2, rows(features, units));
  if (c.needs(3) && has_bias) c.set(3, reshape(rows(features + units, 1), {.shape = bias.shape()}));
  for (const size_t i : {2, 3})
    if (c.needs(i + 2)) c.set(i + 2, grads.tensors[i]);
}

Sharding lstm_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::all_sharded_but(c, 1, 3));
}

Sharding lstm_grad_sharding(const ShardingContext& c) {
  const bool holds = sharding_rules::all_sharded_but(c, 1, 2);
  return c.index == 1 ? sharding_rules::partial_sum_if(holds) : sharding_rules::sharded_if(holds);
}

constinit const OpDef lstm_op{
    .name = "lstm",
    .tf_name = "_FusedLSTM",
    .inputs =
        {"x", "kernel", "recurrent_kernel", "bias", "initial_h", "initial_c", {"mask", kBoolean}},
    .outputs = 4,
    .attrs = &attrs_of<LstmAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_lstm,
    .grad = lstm_first_order,
    .sharding = lstm_sharding,
    .spares_output_1 = true,
    .kernels = {.cpu = cpu::lstm, .cuda = PELTON_CUDA(cuda::lstm)}};

constinit const OpDef lstm_grad_op{
    .name = "lstm_grad",
    .tf_name = "_FusedLSTMGrad",
    .inputs = {"x",
               "kernel",
               "recurrent_kernel",
               "initial_h",
               "initial_c",
               {"mask", kBoolean},
               "sequence",
               {"saved", kStatistic},
               "sequence_grad",
               {"saved_grad", kStatistic},
               "h_grad",
               "c_grad"},
    .outputs = 4,
    .attrs = &attrs_of<LstmGradAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_lstm_grad,
    .grad = lstm_second_order,
    .sharding = lstm_grad_sharding,
    .kernels = {.cpu = cpu::lstm_grad, .cuda = PELTON_CUDA(cuda::lstm_grad)}};

constexpr const OpDef* kLstmOps[] = {&lstm_op, &lstm_grad_op};

}  // namespace

Outputs lstm(const Tensor& x, const Tensor& kernel, const Tensor& recurrent_kernel,
             const LstmOptions& options, const LstmAttrs& attrs) {
  const auto given = [&](const Tensor& operand) { return or_none(operand, x.dtype()); };
  const std::array inputs{x,
                          kernel,
                          recurrent_kernel,
                          given(options.bias),
                          given(options.initial_h),
                          given(options.initial_c),
                          or_none(options.mask, DType::boolean)};
  return call_all(lstm_op, inputs, &attrs);
}

Outputs lstm_grad(std::span<const Tensor> inputs, const LstmGradAttrs& attrs) {
  return call_all(lstm_grad_op, inputs, &attrs);
}

const OpFamily lstm_ops(kLstmOps);

}  // namespace pelton
