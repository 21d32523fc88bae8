// Owns the reductions over axes: definitions, shapes and gradients.
#include "kernels/cpu/reduce/reduce.h"
#include "kernels/cuda/reduce/reduce.h"

#include <algorithm>

#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"
#include "ops/math/reduce_shape.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

// The reduced result `y` in a shape that broadcasts to the input's.
Tensor kept_dims(const GradContext& c, const Tensor& y) {
  const auto& attrs = c.attrs<ReduceAttrs>();
  if (attrs.keepdims || y.rank() == c.in(0).rank()) return y;
  return reshape(y, {.shape = reduced_shape(c.in(0).shape(), {attrs.axis, true})});
}

// factor / the number of elements that make one result, in the dtype of `like`.
Tensor per_element(const GradContext& c, double factor, const Tensor& like) {
  const int64_t elements = c.in(0).size(), results = c.out(0).size();
  if (elements == kUnknown || results == kUnknown) {
    const DType wide = like.dtype() == DType::float64 ? DType::float64 : DType::float32;
    const Tensor count =
        divide_no_nan(element_count_of(c.in(0), wide), element_count_of(c.out(0), wide));
    return cast(divide_no_nan(scalar(factor, wide), count), like.dtype());
  }
  const double count =
      results == 0 ? 1.0 : static_cast<double>(elements) / static_cast<double>(results);
  return scalar_like(factor / count, like);
}

// Over the input's shape; a scalar needs no other shape first.
Tensor spread(const GradContext& c, const Tensor& grad) {
  const ReshapeAttrs whole{.shape = c.in(0).shape()};
  return grad.rank() == 0 ? broadcast_to(grad, whole) : broadcast_to(kept_dims(c, grad), whole);
}

void sum_grad(GradContext& c) { c.set(0, spread(c, c.grad())); }

void mean_grad(GradContext& c) {
  if (c.in(0).size() == kUnknown || c.out(0).size() == kUnknown)
    return c.set(0, spread(c, multiply(c.grad(), per_element(c, 1.0, c.grad()))));
  const double count = c.out(0).size() == 0 ? 1.0
                                            : static_cast<double>(c.in(0).size()) /
                                                  static_cast<double>(c.out(0).size());
  c.set(0, spread(c, divide(c.grad(), scalar_like(count, c.grad()))));
}

// Ties share the gradient equally, as in TensorFlow.
void extreme_grad(GradContext& c) {
  const Tensor& x = c.in(0);
  const Tensor is_best = cast(equal(x, kept_dims(c, c.out(0))), x.dtype());
  const Tensor ties = reduce_sum(is_best, {c.attrs<ReduceAttrs>().axis, true});
  c.set(0, multiply(is_best, divide(kept_dims(c, c.grad()), ties)));
}

Tensor deviation_from_mean(const GradContext& c) {
  return subtract(c.in(0), reduce_mean(c.in(0), {c.attrs<ReduceAttrs>().axis, true}));
}

void squares_grad(GradContext& c) {
  const Tensor grad = kept_dims(c, c.grad());
  c.set(0, multiply(c.in(0), multiply(grad, scalar_like(2, grad))));
}

// The factors of all elements of a result meet before they meet the elements.
void variance_grad(GradContext& c) {
  const Tensor scale = per_element(c, 2.0, c.in(0));
  c.set(0, multiply(deviation_from_mean(c), multiply(kept_dims(c, c.grad()), scale)));
}

void std_grad(GradContext& c) {
  const Tensor scale = per_element(c, 1.0, c.in(0));
  const Tensor slope = divide(kept_dims(c, c.grad()), kept_dims(c, c.out(0)));
  c.set(0, multiply(deviation_from_mean(c), multiply(slope, scale)));
}

void logsumexp_grad(GradContext& c) {
  const Tensor weights = exp(subtract(c.in(0), kept_dims(c, c.out(0))));
  c.set(0, multiply(weights, kept_dims(c, c.grad())));
}

void infer_reduce(InferContext& c) {
  c.add_output(c.dtype(0)) = reduced_shape(c.shape(0), c.attrs<ReduceAttrs>());
}

// `over_rows`: what the op gives where the rows' axis is one of those that are reduced.
template <Sharding over_rows>
Sharding reduce_sharding(const ShardingContext& c) {
  const auto& axes = c.attrs<ReduceAttrs>().axis;
  const auto is_along = [&](int64_t axis) { return sharding_rules::is_along(c, axis); };
  if (axes && std::all_of(axes->begin(), axes->end(), is_along)) return Sharding::sharded();
  return sharding_rules::is_of_first(c) ? over_rows : Sharding::none();
}

constexpr ShardingRule sharding_of(ReductionKind kind) {
  if (kind == ReductionKind::sum || kind == ReductionKind::sum_of_squares)
    return reduce_sharding<Sharding::partial_sum()>;
  return kind == ReductionKind::mean ? reduce_sharding<Sharding::partial_mean()>
                                     : reduce_sharding<Sharding::none()>;
}

template <ReductionKind Kind>
constexpr OpDef reduce_op(const char* name, const char* tf_name, DTypeSet dtypes, Keep keep,
                          Grad grad) {
  return {.name = name,
          .tf_name = tf_name,
          .inputs = {"input_tensor"},
          .attrs = &attrs_of<ReduceAttrs>,
          .dtypes = dtypes,
          .keep = keep,
          .infer = infer_reduce,
          .grad = grad,
          .sharding = sharding_of(Kind),
          .kernels = {.cpu = &cpu::reduce<Kind>, .cuda = PELTON_CUDA(cuda::reduce<Kind>)}};
}

constinit const OpDef sum_op =
    reduce_op<ReductionKind::sum>("reduce_sum", "Sum", kNumeric, Keep::none, sum_grad);
constinit const OpDef squares_op = reduce_op<ReductionKind::sum_of_squares>(
    "reduce_sum_of_squares", "SumOfSquares", kFloating, Keep::inputs, squares_grad);
constinit const OpDef mean_op =
    reduce_op<ReductionKind::mean>("reduce_mean", "Mean", kNumeric, Keep::none, mean_grad);
constinit const OpDef prod_op =
    reduce_op<ReductionKind::prod>("reduce_prod", "Prod", kNumeric, Keep::inputs, prod_grad);
constinit const OpDef max_op =
    reduce_op<ReductionKind::max>("reduce_max", "Max", kReal, Keep::both, extreme_grad);
constinit const OpDef min_op =
    reduce_op<ReductionKind::min>("reduce_min", "Min", kReal, Keep::both, extreme_grad);
constinit const OpDef any_op =
    reduce_op<ReductionKind::any>("reduce_any", "Any", kBoolean, Keep::none, no_gradient);
constinit const OpDef all_op =
    reduce_op<ReductionKind::all>("reduce_all", "All", kBoolean, Keep::none, no_gradient);
constinit const OpDef logsumexp_op = reduce_op<ReductionKind::logsumexp>(
    "reduce_logsumexp", "LogSumExp", kFloating, Keep::both, logsumexp_grad);
constinit const OpDef variance_op = reduce_op<ReductionKind::variance>(
    "reduce_variance", "Variance", kFloating, Keep::inputs, variance_grad);
constinit const OpDef std_op =
    reduce_op<ReductionKind::deviation>("reduce_std", "Std", kFloating, Keep::both, std_grad);

constexpr const OpDef* kReduceOps[] = {&sum_op,       &squares_op,  &mean_op, &prod_op,
                                       &max_op,       &min_op,      &any_op,  &all_op,
                                       &logsumexp_op, &variance_op, &std_op};

}  // namespace

Tensor reduce_sum(const Tensor& x, const ReduceAttrs& attrs) { return call(sum_op, {x}, attrs); }
Tensor reduce_sum_of_squares(const Tensor& x, const ReduceAttrs& attrs) {
  return call(squares_op, {x}, attrs);
}
Tensor reduce_mean(const Tensor& x, const ReduceAttrs& attrs) { return call(mean_op, {x}, attrs); }
Tensor reduce_prod(const Tensor& x, const ReduceAttrs& attrs) { return call(prod_op, {x}, attrs); }
Tensor reduce_max(const Tensor& x, const ReduceAttrs& attrs) { return call(max_op, {x}, attrs); }
Tensor reduce_min(const Tensor& x, const ReduceAttrs& attrs) { return call(min_op, {x}, attrs); }
Tensor reduce_any(const Tensor& x, const ReduceAttrs& attrs) { return call(any_op, {x}, attrs); }
Tensor reduce_all(const Tensor& x, const ReduceAttrs& attrs) { return call(all_op, {x}, attrs); }
Tensor reduce_logsumexp(const Tensor& x, const ReduceAttrs& attrs) {
  return call(logsumexp_op, {x}, attrs);
}
Tensor reduce_variance(const Tensor& x, const ReduceAttrs& attrs) {
  return call(variance_op, {x}, attrs);
}
Tensor reduce_std(const Tensor& x, const ReduceAttrs& attrs) { return call(std_op, {x}, attrs); }

const OpFamily reduce_ops(kReduceOps);

}  // namespace pelton
