#include "nn/metrics/samplewise.h"

#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton::metrics {
namespace {

// The axes from `first` on.
Axes axes_from(size_t first, const Tensor& x) {
  Axes out;
  for (auto i = static_cast<int64_t>(first); i < x.rank(); ++i) out.push_back(i);
  return out;
}

Tensor mean_from(size_t first, const Tensor& x) {
  return x.rank() <= static_cast<int64_t>(first) ? x
                                                 : reduce_mean(x, {.axis = axes_from(first, x)});
}

// `values` with the axes that the weight covers only, by `reduce`, and the weight for each of them.
template <class Reduce>
void pair_up(Tensor& values, Tensor& weight, Reduce&& reduce) {
  const Shape given = values.shape(), given_weight = weight.shape();
  match_rank(values, weight);
  check(weight.rank() <= values.rank(), "sample_weight of shape ", given_weight,
        " has more axes than the values of shape ", given);
  bool fits = true;
  for (size_t i = 0; i < weight.shape().size(); ++i)
    fits &= weight.shape()[i] == values.shape()[i] || weight.shape()[i] == 1;
  check(fits, "Incompatible shapes: sample_weight ", given_weight, " vs. values ", given);
  values = reduce(static_cast<size_t>(weight.rank()), values);
  if (weight.shape() != values.shape()) weight = broadcast_to(weight, {.shape = values.shape()});
}

// Casts to itself are no op.
Tensor in(DType dtype, const Tensor& x) { return x.dtype() == dtype ? x : cast(x, dtype); }

}  // namespace

WeightedSum sum_of_means(const Tensor& values, const Tensor& sample_weight, DType dtype) {
  Tensor x = in(dtype, values);
  if (!sample_weight.defined()) {
    if (x.size() == kUnknown) {
      const Tensor means = mean_from(1, x);
      return {reduce_sum(means), reduce_sum(ones_like(means))};
    }
    const double samples = x.rank() == 0 ? 1.0 : static_cast<double>(x.shape()[0]);
    const Tensor total = x.size() == 0 ? scalar(0, dtype) : reduce_sum(mean_from(1, x));
    return {total, scalar(samples, dtype)};
  }
  Tensor weight = in(dtype, sample_weight);
  if (x.size() == 0) {
    pair_up(x, weight, [](size_t, const Tensor& all) { return all; });
    return {scalar(0, dtype), scalar(0, dtype)};
  }
  pair_up(x, weight, mean_from);
  return {reduce_sum(mean_from(1, multiply(x, weight))), reduce_sum(mean_from(1, weight))};
}

Tensor sum_of_products(const Tensor& values, const Tensor& sample_weight, DType dtype) {
  Tensor x = in(dtype, values);
  if (x.size() == 0) return scalar(0, dtype);
  if (!sample_weight.defined()) return reduce_sum(x);
  Tensor weight = in(dtype, sample_weight);
  pair_up(x, weight, [](size_t first, const Tensor& all) {
    return all.rank() <= static_cast<int64_t>(first)
               ? all
               : reduce_sum(all, {.axis = axes_from(first, all)});
  });
  return reduce_sum(multiply(x, weight));
}

}  // namespace pelton::metrics
