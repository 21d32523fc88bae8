#include "ops/array/slices.h"

#include <iterator>
#include <vector>

#include "ops/math/math.h"

namespace pelton {
namespace {

struct Rows : Summands {
  explicit Rows(std::vector<Slices> all) : parts(std::move(all)) {}
  const std::vector<Slices> parts;  // with any axes of indices
};

std::vector<Slices> parts_of(const Tensor& gradient) {
  return static_cast<const Rows&>(*gradient.summands()).parts;
}

void set_parts(Tensor& gradient, std::vector<Slices> parts) {
  gradient.set_summands(Ref<Summands>::first(new Rows(std::move(parts))));
}

// (n, ...) and (n): the indices' axes as one.
Slices flattened(const Slices& part) {
  const Shape &values = part.values.shape(), &indices = part.indices.shape();
  if (indices.size() == 1) return part;
  const int64_t count = count_or_unknown(indices);
  Shape shape{count};
  for (size_t i = indices.size(); i < values.size(); ++i) shape.push_back(values[i]);
  return {reshape(part.values, {.shape = shape}), reshape(part.indices, {.shape = {count}})};
}

}  // namespace

Tensor add_up_slices(const Tensor& values, const Tensor& indices, const Shape& shape) {
  Tensor sum = scatter_add(values, indices, {.shape = shape, .axis = 0});
  set_parts(sum, {{values, indices}});
  return sum;
}

bool is_in_slices(const Tensor& gradient) { return static_cast<bool>(gradient.summands()); }

Slices slices_of(const Tensor& gradient) {
  const std::vector<Slices> parts = parts_of(gradient);
  if (parts.size() == 1) return flattened(parts[0]);
  std::vector<Tensor> values, indices;
  for (const Slices& part : parts) {
    const Slices flat = flattened(part);
    values.push_back(flat.values);
    const bool is_first = indices.empty() || flat.indices.dtype() == indices[0].dtype();
    indices.push_back(is_first ? flat.indices : cast(flat.indices, indices[0].dtype()));
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
