// Owns the GRU over whole sequences as one op, and its gradient.
#include "kernels/declared/gru.h"

#include "kernels/common/functors/functors.h"
#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/nn/gru_second_order.h"
#include "ops/nn/nn.h"
#include "ops/nn/norm_statistics.h"
#include "ops/nn/optional_operand.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

// Of a recurrent kernel, input i.
int64_t check_recurrent(const InferContext& c, size_t i) {
  const Shape& recurrent = c.shape(i);
  check(recurrent.size() == 2 && may_equal(recurrent[1], product_of_sizes(kGruGates, recurrent[0])),
        "recurrent_kernel must have shape (units, 3 * units), got ", recurrent);
  return recurrent[0];
}

void infer_gru(InferContext& c) {
  const Shape& x = c.shape(0);
  check(x.size() == 3, "x must have shape (batch, time, 3 * units), got ", x);
  const int64_t units = check_recurrent(c, 1);
  const int64_t width = product_of_sizes(kGruGates, units);
  check(may_equal(x[2], width), "x must have shape (batch, time, 3 * units), got ", x,
        " with recurrent_kernel ", c.shape(1));
  const Shape state{x[0], units};
  check_optional(c, 2, {width});
  check_optional(c, 3, state);
  check_optional(c, 4, {x[0], x[1]});
  const Shape saved{x[0], x[1], kGruSaved, units};
  count_or_unknown(saved);
  c.add_output(c.dtype(0), {x[0], x[1], units});
  c.add_output(compute_dtype(c.dtype(0)), saved);
  c.add_output(c.dtype(0), state);
}

void infer_gru_grad(InferContext& c) {
  const int64_t units = check_recurrent(c, 0);
  const Shape& saved = c.shape(3);
  check(saved.size() == 4 && may_equal(saved[2], kGruSaved) && may_equal(saved[3], units),
        "saved must have shape (batch, time, 5, units), got ", saved, " with recurrent_kernel ",
        c.shape(0));
  const Shape state{saved[0], units}, sequence{saved[0], saved[1], units};
  for (const size_t i : {1, 6}) check_optional(c, i, state);
  check_optional(c, 2, {saved[0], saved[1]});
  check_optional(c, 4, sequence);
  check_optional(c, 5, saved);
  for (const size_t i : {3, 5}) check_statistic_dtype(c, i, 0);
  const int64_t width = product_of_sizes(kGruGates, units);
  c.add_output(c.dtype(0), {saved[0], saved[1], width});
  c.add_output(c.dtype(0), {sum_of_sizes(units, c.attrs<GruGradAttrs>().has_bias ? 1 : 0), width});
  c.add_output(c.dtype(0), c.shape(1));
}

void gru_first_order(GradContext& c) {
  const auto& attrs = c.attrs<GruAttrs>();
  const Tensor &recurrent = c.in(1), &bias = c.in(2);
  check(is_fully_known(recurrent.shape()), Code::unimplemented,
        "gradients of gru need the sizes of its kernel, got ", recurrent.shape());
  const bool has_bias = bias.size() != 0;
  const auto grad = [&](size_t i) { return or_none(c.grad(i), c.out(i).dtype()); };
  const std::array inputs{recurrent, c.in(3), c.in(4), c.out(1), grad(0), grad(1), grad(2)};
  const Outputs grads =
      gru_grad(inputs, {attrs.go_backwards, attrs.zero_output_for_mask, has_bias});
  const Tensor& weights = grads.tensors[1];
  const int64_t units = recurrent.shape()[0], width = recurrent.shape()[1];
  const auto rows = [&](int64_t first, int64_t count) {
    return strided_slice(weights, {.begin = {first, 0}, .size = {count, width}});
  };
  if (c.needs(0)) c.set(0, grads.tensors[0]);
  if (c.needs(1)) c.set(1, rows(0, units));
  if (c.needs(2) && has_bias) c.set(2, reshape(rows(units, 1), {.shape = bias.shape()}));
  if (c.needs(3)) c.set(3, grads.tensors[2]);
}

Sharding gru_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::all_sharded_but(c, 1, 2));
}

Sharding gru_grad_sharding(const ShardingContext& c) {
  const bool holds = sharding_rules::all_sharded_but(c, 0, 0);
  return c.index == 1 ? sharding_rules::partial_sum_if(holds) : sharding_rules::sharded_if(holds);
}

constinit const OpDef gru_op{
    .name = "gru",
    .tf_name = "_FusedGRU",
    .inputs = {"x", "recurrent_kernel", "recurrent_bias", "initial_h", {"mask", kBoolean}},
    .outputs = 3,
    .attrs = &attrs_of<GruAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_gru,
    .grad = gru_first_order,
    .sharding = gru_sharding,
    .spares_output_1 = true,
    .kernels = {.cpu = cpu::gru, .cuda = PELTON_CUDA(cuda::gru)}};

constinit const OpDef gru_grad_op{
    .name = "gru_grad",
    .tf_name = "_FusedGRUGrad",
    .inputs = {"recurrent_kernel",
               "initial_h",
               {"mask", kBoolean},
               {"saved", kStatistic},
               "sequence_grad",
               {"saved_grad", kStatistic},
               "h_grad"},
    .outputs = 3,
    .attrs = &attrs_of<GruGradAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_gru_grad,
    .grad = gru_second_order,
    .sharding = gru_grad_sharding,
    .kernels = {.cpu = cpu::gru_grad, .cuda = PELTON_CUDA(cuda::gru_grad)}};

constexpr const OpDef* kGruOps[] = {&gru_op, &gru_grad_op};

}  // namespace

Outputs gru(const Tensor& x, const Tensor& recurrent_kernel, const GruOptions& options,
            const GruAttrs& attrs) {
  const auto given = [&](const Tensor& operand) { return or_none(operand, x.dtype()); };
  const std::array inputs{x, recurrent_kernel, given(options.recurrent_bias),
                          given(options.initial_h), or_none(options.mask, DType::boolean)};
  return call_all(gru_op, inputs, &attrs);
}

Outputs gru_grad(std::span<const Tensor> inputs, const GruGradAttrs& attrs) {
  return call_all(gru_grad_op, inputs, &attrs);
}

const OpFamily gru_ops(kGruOps);

}  // namespace pelton
