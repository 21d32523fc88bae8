// Owns batch_gather: gather in which each batch is picked from by its own indices.
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {

struct BatchGatherAttrs {
  int64_t batch_dims = 0;       // leading axes that both have; negative: from the indices' end
  std::optional<int64_t> axis;  // of params; absent: the first after the batches
};
template <>
inline constexpr auto fields<BatchGatherAttrs> =
    std::tuple{required_field("batch_dims", &BatchGatherAttrs::batch_dims),
               field("axis", &BatchGatherAttrs::axis)};

namespace {

struct Places {
  size_t batch_dims, axis;
};

Places places_of(const BatchGatherAttrs& attrs, const Shape& params, const Shape& indices) {
  const auto rank = std::ssize(params), index_rank = std::ssize(indices);
  const int64_t batch_dims = attrs.batch_dims < 0 ? ~attrs.batch_dims : attrs.batch_dims;
  check(batch_dims < index_rank || attrs.batch_dims == index_rank,
        "batch_dims = ", attrs.batch_dims,
        " must be less than or equal to rank(indices) = ", index_rank);
  const int64_t first = attrs.batch_dims < 0 ? attrs.batch_dims + index_rank : attrs.batch_dims;
  const int64_t axis = attrs.axis.value_or(first);
  check(axis >= -rank && axis < rank, "axis ", axis, " is out of range for params of rank ", rank);
  const int64_t place = axis < 0 ? axis + rank : axis;
  check(first <= place, "batch_dims = ", first, " must be less than or equal to axis = ", place);
  for (int64_t i = 0; i < first; ++i) {
    const auto at = static_cast<size_t>(i);
    check(may_equal(params[at], indices[at]), "params.shape[", i, "]: ", params[at],
          " should be equal to indices.shape[", i, "]: ", indices[at]);
  }
  return {static_cast<size_t>(first), static_cast<size_t>(place)};
}

// `x` with axis `from` moved to place `to`.
Tensor moved(const Tensor& x, size_t from, size_t to) {
  if (from == to) return x;
  Axes perm;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != static_cast<int64_t>(from)) perm.push_back(i);
  perm.insert(to, static_cast<int64_t>(from));
  return transpose(x, {.perm = perm});
}

// The number of each batch, in order, in the indices' rank: [batches..., 1, ...].
Tensor batch_numbers(const Tensor& indices, size_t batch_dims) {
  Tensor numbers = scalar(0, DType::int64);
  for (size_t i = 0; i < batch_dims; ++i) {
    Shape column(indices.shape().size() - i, 1);
    column[0] = -1;
    const Tensor own = reshape(iota(indices.shape()[i], DType::int64), {.shape = column});
    numbers = add(multiply(numbers, axis_size(indices, i)), own);
  }
  return numbers;
}

// The axes in between, which lie behind those of the indices, brought before them.
Tensor between_first(const Tensor& picked, size_t batch_dims, size_t index_rank, size_t between) {
  if (between == 0 || index_rank == batch_dims) return picked;
  Axes perm;
  const auto append = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) perm.push_back(static_cast<int64_t>(i));
  };
  append(0, batch_dims);
  append(index_rank, index_rank + between);
  append(batch_dims, index_rank);
  append(index_rank + between, static_cast<size_t>(picked.rank()));
  return transpose(picked, {.perm = perm});
}

// All batches in one table, whose rows are those of one after those of the other. Looking the
// indices up in 0, 1, ... first refuses those that are outside of their batch.
std::vector<Tensor> compose_batch_gather(const ComposeContext& c) {
  const Tensor &params = c.in(0), &indices = c.in(1);
  const auto [batch_dims, axis] =
      places_of(c.attrs<BatchGatherAttrs>(), params.shape(), indices.shape());
  const Tensor rows = moved(params, axis, batch_dims);
  const Shape& shape = rows.shape();
  const Shape leading(shape.begin(), shape.begin() + batch_dims + 1);
  Shape flat(shape.begin() + batch_dims, shape.end());
  flat[0] = count_or_unknown(leading);
  const Tensor table = reshape(rows, {.shape = flat});
  const Tensor own = gather(iota(shape[batch_dims], DType::int64), indices, {.axis = 0});
  const Tensor first = multiply(batch_numbers(indices, batch_dims), axis_size(rows, batch_dims));
  const Tensor picked = gather(table, add(own, first), {.axis = 0});
  return {between_first(picked, batch_dims, indices.shape().size(), axis - batch_dims)};
}

constinit const CompositeOp batch_gather_op{
    .schema = {.name = "batch_gather",
               .tf_name = "GatherV2",
               .inputs = {"params", {"indices", kIndex}},
               .attrs = &attrs_of<BatchGatherAttrs>},
    .doc =
        "The slices of `params` along `axis` at `indices`, each of the first `batch_dims` axes "
        "of both going together.",
    .compose = compose_batch_gather};

constexpr const CompositeOp* kBatchGatherOps[] = {&batch_gather_op};
const OpFamily batch_gather_ops(kBatchGatherOps);

}  // namespace
}  // namespace pelton
