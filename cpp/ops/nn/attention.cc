// Owns attention as one op and its gradient as another: definitions, shapes, first order. Neither
// ever stores the matrix of all scores.
#include "kernels/declared/attention.h"

#include "kernels/common/attention_shape.h"
#include "ops/nn/attention_second_order.h"
#include "ops/nn/nn.h"
#include "ops/nn/norm_statistics.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

// Inputs 0 to 2 are query, key and value.
AttentionShape checked_shape(const InferContext& c) {
  for (size_t i = 0; i < 3; ++i)
    check(c.shape(i).size() == 4, c.op().inputs[i].name,
          " must have the axes batch, position, head and feature, got shape ", c.shape(i));
  const Shape &query = c.shape(0), &key = c.shape(1), &value = c.shape(2);
  check(may_equal(query[0], key[0]) && may_equal(key[0], value[0]) && may_equal(query[0], value[0]),
        "query, key and value must have one batch size, ", "got shapes ", query, ", ", key, " and ",
        value);
  check(may_equal(key[1], value[1]) && may_equal(key[2], value[2]),
        "key and value must have the same positions and heads, got shapes ", key, " and ", value);
  check(may_equal(query[3], key[3]), "query and key must have as many features, got shapes ", query,
        " and ", key);
  AttentionShape shape(query, key, value);
  shape.batch = merge_sizes(query[0], merge_sizes(key[0], value[0]));
  shape.keys = merge_sizes(key[1], value[1]);
  shape.groups = merge_sizes(key[2], value[2]);
  check(!is_known(shape.heads) || !is_known(shape.groups) ||
            (shape.groups == 0 ? shape.heads == 0 : shape.heads % shape.groups == 0),
        "the number of query's heads must be a multiple of key's, got shapes ", query, " and ",
        key);
  return shape;
}

Shape scores_shape(const AttentionShape& s) { return {s.batch, s.heads, s.queries, s.keys}; }
Shape result_shape(const AttentionShape& s) { return {s.batch, s.queries, s.heads, s.width}; }
Shape logsumexp_shape(const AttentionShape& s) { return {s.batch, s.heads, s.queries}; }
DType logsumexp_dtype(const InferContext& c) { return compute_dtype(c.dtype(0)); }

// Mask and bias, inputs 3 and 4, broadcast to the scores; without elements there is none.
void check_score_operands(const InferContext& c, const AttentionShape& shape) {
  const Shape scores = scores_shape(shape);
  count_or_unknown(scores);
  for (size_t i = 3; i < 5; ++i) {
    const Shape& own = c.shape(i);
    if (c.in(i).size() == 0 && own.size() == 1) continue;
    bool fits = own.size() <= scores.size();
    for (size_t axis = 0; fits && axis < own.size(); ++axis) {
      const int64_t wanted = scores[scores.size() - own.size() + axis];
      fits = own[axis] == 1 || may_equal(own[axis], wanted);
    }
    check(fits, c.op().inputs[i].name, " must broadcast to the scores' shape ", scores, ", got ",
          own);
  }
}

void infer_attention(InferContext& c) {
  const AttentionShape shape = checked_shape(c);
  check_score_operands(c, shape);
  count_or_unknown(result_shape(shape));
  c.add_output(c.dtype(0), result_shape(shape));
  c.add_output(logsumexp_dtype(c), logsumexp_shape(shape));
}

void infer_attention_grad(InferContext& c) {
  const AttentionShape shape = checked_shape(c);
  check_score_operands(c, shape);
  for (const size_t i : {5, 7})
    check(may_equal(c.shape(i), result_shape(shape)), c.op().inputs[i].name, " has shape ",
          c.shape(i), ", but attention's result has ", result_shape(shape));
  check(may_equal(c.shape(6), logsumexp_shape(shape)), "logsumexp has shape ", c.shape(6),
        ", but must have ", logsumexp_shape(shape));
  check_statistic_dtype(c, 6, 0);
  for (size_t i = 0; i < 3; ++i) c.add_output(c.dtype(0), c.shape(i));
  const bool has_scores = c.attrs<AttentionGradAttrs>().scores_needed;
  c.add_output(c.dtype(0), has_scores ? scores_shape(shape) : Shape{0});
}

void attention_first_order(GradContext& c) {
  if (!c.grad().defined()) return;  // logsumexp passes none
  const auto& a = c.attrs<AttentionAttrs>();
  const bool has_bias = c.needs(4) && c.in(4).size() != 0;
  const Outputs grads = attention_grad(c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), c.out(0),
                                       c.out(1), c.grad(), {a.scale, a.causal, has_bias});
  for (size_t i = 0; i < 3; ++i) c.set(i, grads.tensors[i]);
  if (has_bias) c.set(4, grads.tensors[3]);
}

// A mask or bias is split with the batch or is the same for all of it.
bool follows_batch(const ShardingContext& c, size_t i) {
  const Tensor& x = c.inputs[i];
  if (x.size() == 0) return true;
  if (c.shardings[i] == Sharding::sharded()) return x.rank() == 4;
  return c.shardings[i].is_replicated() && (x.rank() < 4 || x.shape()[0] == 1);
}

// Each example of a batch attends to itself only.
Sharding attention_sharding(const ShardingContext& c) {
  bool holds = true;
  for (size_t i = 0; i < c.inputs.size(); ++i)
    holds &= i == 3 || i == 4 ? follows_batch(c, i) : sharding_rules::is_sharded(c, i);
  return sharding_rules::sharded_if(holds);
}

constinit const OpDef attention_op{
    .name = "attention",
    .tf_name = "_Attention",
    .inputs = {"query", "key", "value", {"mask", kBoolean}, "bias"},
    .outputs = 2,
    .attrs = &attrs_of<AttentionAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_attention,
    .grad = attention_first_order,
    .sharding = attention_sharding,
    .spares_output_1 = true,
    .kernels = {.cpu = PELTON_CPU(attention), .cuda = PELTON_CUDA(cuda::attention)}};

constinit const OpDef attention_grad_op{
    .name = "attention_grad",
    .tf_name = "_AttentionGrad",
    .inputs = {"query",
               "key",
               "value",
               {"mask", kBoolean},
               "bias",
               "result",
               {"logsumexp", kStatistic},
               "grad"},
    .outputs = 4,
    .attrs = &attrs_of<AttentionGradAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_attention_grad,
    .grad = attention_second_order,
    .sharding = attention_sharding,
    .kernels = {.cpu = PELTON_CPU(attention_grad), .cuda = PELTON_CUDA(cuda::attention_grad)}};

constexpr const OpDef* kAttentionOps[] = {&attention_op, &attention_grad_op};

}  // namespace

Outputs attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                  const Tensor& bias, const AttentionAttrs& attrs) {
  const Tensor shown = mask.defined() ? mask : zeros({0}, DType::boolean);
  const Tensor none = bias.defined() || !query.defined() ? bias : zeros({0}, query.dtype());
  return call_all(attention_op, std::array{query, key, value, shown, none}, &attrs);
}

Outputs attention_grad(const Tensor& query, const Tensor& key, const Tensor& value,
                       const Tensor& mask, const Tensor& bias, const Tensor& result,
                       const Tensor& logsumexp, const Tensor& grad,
                       const AttentionGradAttrs& attrs) {
  return call_all(attention_grad_op,
                  std::array{query, key, value, mask, bias, result, logsumexp, grad}, &attrs);
}

const OpFamily attention_ops(kAttentionOps);

}  // namespace pelton
