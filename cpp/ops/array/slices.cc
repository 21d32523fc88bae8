#include "ops/array/slices.h"

#include <iterator>
#include <vector>

#include "ops/math/math.h"

namespace pelton {
namespace {

struct Rows : Summands {
  explicit Rows(std::vector<Slices> all) : parts(std::move(all)) {}
  const std::vector<Slices> parts;
};

std::vector<Slices> parts_of(const Tensor& gradient) {
  return static_cast<const Rows&>(*gradient.summands()).parts;
}

void set_parts(Tensor& gradient, std::vector<Slices> parts) {
  gradient.set_summands(Ref<Summands>::first(new Rows(std::move(parts))));
}

// (n, ...) and (n): the indices' axes as one. Row-major, as the optimizers' ops want them.
Slices flattened(const Tensor& values, const Tensor& indices) {
  if (indices.rank() == 1) return {values, indices};
  const int64_t count = count_or_unknown(indices.shape());
  Shape shape{count};
  for (int64_t i = indices.rank(); i < values.rank(); ++i)
    shape.push_back(values.shape()[static_cast<size_t>(i)]);
  return {reshape(values, {.shape = shape}), reshape(indices, {.shape = {count}})};
}

}  // namespace

Tensor add_up_slices(const Tensor& values, const Tensor& indices, const Shape& shape) {
  const Slices flat = flattened(values, indices);
  Tensor sum = scatter_add(flat.values, flat.indices, {.shape = shape, .axis = 0});
  set_parts(sum, {flat});
  return sum;
}

bool is_in_slices(const Tensor& gradient) { return static_cast<bool>(gradient.summands()); }

Slices slices_of(const Tensor& gradient) {
  const std::vector<Slices> parts = parts_of(gradient);
  if (parts.size() == 1) return parts[0];
  std::vector<Tensor> values, indices;
  for (const Slices& part : parts) {
    values.push_back(part.values);
    const bool fits = indices.empty() || part.indices.dtype() == indices[0].dtype();
    indices.push_back(fits ? part.indices : cast(part.indices, indices[0].dtype()));
  }
  return {concat(values, {.axis = 0}), concat(indices, {.axis = 0})};
}

Tensor add_gradients(const Tensor& a, const Tensor& b) {
  Tensor sum = add(a, b);
  if (!is_in_slices(a) || !is_in_slices(b)) return sum;
  std::vector<Slices> parts = parts_of(a), others = parts_of(b);
  parts.insert(parts.end(), std::make_move_iterator(others.begin()),
               std::make_move_iterator(others.end()));
  set_parts(sum, std::move(parts));
  return sum;
}

}  // namespace pelton
