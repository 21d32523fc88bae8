// Owns attention made of plain ops: its weights as a tensor, and the gradient of its gradient.
#include "ops/nn/attention_second_order.h"

#include "kernels/common/attention_shape.h"
#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

// All but the batch must be known.
const AttentionShape& known(const AttentionShape& shape) {
  for (int64_t size : {shape.queries, shape.heads, shape.depth, shape.keys, shape.groups})
    check(is_known(size), Code::unimplemented,
          "the second gradient of attention needs positions, heads and features");
  return shape;
}

// A call in which the heads of a group lie one behind the other, as more queries of one head:
// queries are (batch, groups, heads per group * queries, features), keys (batch, groups, keys,
// features). In the dtype that is computed in.
class Grouped {
 public:
  Grouped(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask, const Tensor& bias,
          std::optional<double> scale, bool causal)
      : shape_(known({q.shape(), k.shape(), v.shape()})),
        dtype_(compute_dtype(q.dtype())),
        scale_(scalar(shape_.scale(scale), dtype_)),
        query(grouped(q)),
        key(grouped(k)),
        value(grouped(v)) {
    Tensor scores = multiply(product(query, false, key, true), scale_);
    if (bias.defined() && bias.size() != 0) scores = add(scores, spread(cast(bias, dtype_)));
    if (mask.defined() && mask.size() != 0) shown_ = spread(mask);
    if (causal) shown_ = shown_.defined() ? logical_and(shown_, earlier()) : earlier();
    if (shown_.defined()) scores = where(shown_, scores, masked());
    weights = softmax(scores);
  }

  // (batch, positions, heads, features) with the heads of a group as one.
  Tensor grouped(const Tensor& x) const {
    const int64_t positions = x.shape()[1], per_group = x.shape()[2] / shape_.groups;
    const int64_t features = x.shape()[3];
    const Tensor split = reshape(
        cast(x, dtype_), {.shape = {shape_.batch, positions, shape_.groups, per_group, features}});
    return reshape(transpose(split, {.perm = Axes{0, 2, 3, 1, 4}}),
                   {.shape = {shape_.batch, shape_.groups, per_group * positions, features}});
  }
  // What undoes it for a tensor of x's shape and dtype.
  Tensor like(const Tensor& x, const Tensor& rows) const {
    const int64_t positions = x.shape()[1], per_group = x.shape()[2] / shape_.groups;
    const Tensor split =
        reshape(rows, {.shape = {shape_.batch, shape_.groups, per_group, positions, x.shape()[3]}});
    const Tensor back = transpose(split, {.perm = Axes{0, 3, 1, 2, 4}});
    return cast(reshape(back, {.shape = x.shape()}), x.dtype());
  }
  // From (batch, heads, queries, keys), or what broadcasts to it, and back.
  Tensor spread(const Tensor& scores) const {
    return reshape(broadcast_to(scores, {.shape = scores_shape()}), {.shape = grouped_scores()});
  }
  Tensor scores_of(const Tensor& rows) const { return reshape(rows, {.shape = scores_shape()}); }

  Tensor scaled(const Tensor& x) const { return multiply(x, scale_); }
  // x where keys are seen, else 0.
  Tensor hide(const Tensor& x) const {
    return shown_.defined() ? where(shown_, x, zeros_like(x)) : x;
  }
  // The softmax's derivative, which is symmetric, times x.
  Tensor through_softmax(const Tensor& x) const {
    return multiply(weights, subtract(x, weighted_sum(x)));
  }
  Tensor weighted_sum(const Tensor& x) const {
    return reduce_sum(multiply(weights, x), {.axis = Axes{-1}, .keepdims = true});
  }
  static Tensor product(const Tensor& a, bool transpose_a, const Tensor& b, bool transpose_b) {
    return matmul(a, b, {.transpose_a = transpose_a, .transpose_b = transpose_b});
  }

 private:
  Shape scores_shape() const { return {shape_.batch, shape_.heads, shape_.queries, shape_.keys}; }
  Shape grouped_scores() const {
    return {shape_.batch, shape_.groups, shape_.heads_per_group() * shape_.queries, shape_.keys};
  }
  // Which keys are not behind the query.
  Tensor earlier() const {
    const Tensor at = range(0, static_cast<double>(shape_.queries), 1, DType::int64);
    const Tensor from = range(0, static_cast<double>(shape_.keys), 1, DType::int64);
    return spread(greater_equal(expand_dims(at, {.axis = 1}), from));
  }
  Tensor masked() const {
    return scalar(dtype_ == DType::float64 ? kMaskedScore<double> : double{kMaskedScore<float>},
                  dtype_);
  }

  const AttentionShape shape_;
  const DType dtype_;
  const Tensor scale_;
  Tensor shown_;

 public:
  const Tensor query, key, value;
  Tensor weights;
};

// With s the scores, p = softmax(s), g the gradient of the result and h = g value^T:
//   dp = p * (h - sum(p * h)),  query_grad = scale dp key,  key_grad = scale dp^T query,
//   value_grad = p^T g,  scores_grad = dp.
// a, b, c and d are the gradients of these four.
class SecondOrder {
 public:
  SecondOrder(GradContext& context, const Grouped& grouped)
      : c_(context), x_(grouped), grad_(x_.grouped(c_.in(7))) {}

  void run() {
    gather_scores_grad();
    if (!seed_.defined() && !c_.grad(2).defined()) return;
    Tensor by_weights;
    if (seed_.defined()) {
      const Tensor h = Grouped::product(grad_, false, x_.value, true);
      const Tensor mean = x_.weighted_sum(seed_);
      const Tensor by_h = multiply(x_.weights, subtract(seed_, mean));
      accumulate(by_weights,
                 subtract(multiply(seed_, subtract(h, x_.weighted_sum(h))), multiply(h, mean)));
      accumulate(by_grad_, Grouped::product(by_h, false, x_.value, false));
      accumulate(by_value_, Grouped::product(by_h, true, grad_, false));
    }
    if (c_.grad(2).defined()) {
      const Tensor of_value = x_.grouped(c_.grad(2));
      accumulate(by_weights, Grouped::product(grad_, false, of_value, true));
      accumulate(by_grad_, Grouped::product(x_.weights, false, of_value, false));
    }
    const Tensor by_scores = x_.hide(x_.through_softmax(by_weights));
    accumulate(by_query_, x_.scaled(Grouped::product(by_scores, false, x_.key, false)));
    accumulate(by_key_, x_.scaled(Grouped::product(by_scores, true, x_.query, false)));
    if (c_.in(4).size() != 0) c_.set(4, cast(x_.scores_of(by_scores), c_.in(4).dtype()));
    set(0, by_query_), set(1, by_key_), set(2, by_value_), set(7, by_grad_);
  }

 private:
  // The gradient of dp, and what a and b give query and key directly.
  void gather_scores_grad() {
    const bool has_query = c_.grad(0).defined(), has_key = c_.grad(1).defined();
    if (has_query || has_key) {
      const Tensor h = Grouped::product(grad_, false, x_.value, true);
      const Tensor scores_grad = x_.scaled(x_.hide(x_.through_softmax(h)));
      if (has_query) {
        const Tensor a = x_.grouped(c_.grad(0));
        accumulate(seed_, x_.scaled(Grouped::product(a, false, x_.key, true)));
        accumulate(by_key_, Grouped::product(scores_grad, true, a, false));
      }
      if (has_key) {
        const Tensor b = x_.grouped(c_.grad(1));
        accumulate(seed_, x_.scaled(Grouped::product(x_.query, false, b, true)));
        accumulate(by_query_, Grouped::product(scores_grad, false, b, false));
      }
    }
    if (c_.grad(3).defined() && c_.grad(3).size() != 0)
      accumulate(seed_, x_.spread(cast(c_.grad(3), x_.weights.dtype())));
    if (seed_.defined()) seed_ = x_.hide(seed_);
  }
  void set(size_t i, const Tensor& rows) {
    if (rows.defined()) c_.set(i, x_.like(c_.in(i), rows));
  }

  GradContext& c_;
  const Grouped& x_;
  const Tensor grad_;
  Tensor seed_, by_query_, by_key_, by_value_, by_grad_;
};

}  // namespace

void attention_second_order(GradContext& c) {
  if (c.in(0).size() == 0 || c.in(1).size() == 0) return;  // nothing follows from nothing
  const auto& a = c.attrs<AttentionGradAttrs>();
  const Grouped grouped(c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), a.scale, a.causal);
  SecondOrder(c, grouped).run();
}

Tensor attention_weights(const Tensor& query, const Tensor& key, const Tensor& mask,
                         const Tensor& bias, const AttentionAttrs& attrs) {
  const Grouped grouped(query, key, key, mask, bias, attrs.scale, attrs.causal);
  return cast(grouped.scores_of(grouped.weights), query.dtype());
}

}  // namespace pelton
