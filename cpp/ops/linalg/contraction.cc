#include "ops/linalg/contraction.h"

#include <algorithm>

#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"

namespace pelton {
namespace {

Labels those_in(const Labels& labels, const Labels& others, bool wanted = true) {
  Labels out;
  for (int label : labels)
    if (has_label(others, label) == wanted) out.push_back(label);
  return out;
}

Labels joined(Labels first, const Labels& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Shape sizes_of(const Labelled& a, const Labels& labels) {
  Shape out;
  for (int label : labels)
    out.push_back(a.x.shape()[static_cast<size_t>(
        std::find(a.labels.begin(), a.labels.end(), label) - a.labels.begin())]);
  return out;
}

// The number of elements of axes [first, last) as an attribute, a name where it is not known.
// `held` keeps what it is of.
int64_t merged_size(const Tensor& x, size_t first, size_t last, Tensor& held) {
  held = axis_size(x, first);
  for (size_t i = first + 1; i < last; ++i) held = multiply(held, axis_size(x, i));
  return size_in(held);
}

// The axes `batch`, then one of all `rows`, then one of all `columns`.
Tensor as_matrices(const Labelled& a, const Labels& batch, const Labels& rows,
                   const Labels& columns) {
  const Tensor x = in_order(a, joined(joined(batch, rows), columns));
  if (rows.size() == 1 && columns.size() == 1) return x;
  Shape shape = sizes_of(a, batch);
  shape.push_back(count_or_unknown(sizes_of(a, rows)));
  shape.push_back(count_or_unknown(sizes_of(a, columns)));
  Tensor held;  // reshape takes one unknown size by itself
  const size_t end = a.labels.size();
  if (!is_known(shape.back()) && !is_known(shape[batch.size()]))
    shape.back() = merged_size(x, end - columns.size(), end, held);
  return reshape(x, {.shape = shape});
}

// `a` with its axes in the order of `labels`, of size 1 where it has none.
Tensor spread(const Labelled& a, const Labels& labels) {
  Tensor out = in_order(a, those_in(labels, a.labels));
  for (size_t i = 0; i < labels.size(); ++i)
    if (!has_label(a.labels, labels[i])) out = expand_dims(out, {.axis = static_cast<int64_t>(i)});
  return out;
}

}  // namespace

bool has_label(const Labels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

Labelled sum_to(const Labelled& a, const Labels& kept) {
  Axes axes;
  for (size_t i = 0; i < a.labels.size(); ++i)
    if (!has_label(kept, a.labels[i])) axes.push_back(static_cast<int64_t>(i));
  if (axes.empty()) return a;
  return {reduce_sum(a.x, {.axis = axes}), those_in(a.labels, kept)};
}

Tensor in_order(const Labelled& a, const Labels& labels) {
  if (a.labels == labels) return a.x;
  Axes places;
  for (int label : labels)
    places.push_back(std::find(a.labels.begin(), a.labels.end(), label) - a.labels.begin());
  return transpose(a.x, {.perm = places});
}

Labelled contract(const Labelled& left, const Labelled& right, const Labels& kept) {
  const Labelled a = sum_to(left, joined(right.labels, kept));
  const Labelled b = sum_to(right, joined(left.labels, kept));
  const Labels shared = those_in(a.labels, b.labels);
  const Labels batch = those_in(shared, kept), summed = those_in(shared, kept, false);
  const Labels of_a = those_in(a.labels, shared, false), of_b = those_in(b.labels, shared, false);
  const Labels result = joined(joined(batch, of_a), of_b);
  if (summed.empty()) return {multiply(spread(a, result), spread(b, result)), result};
  const Tensor product =
      matmul(as_matrices(a, batch, of_a, summed), as_matrices(b, batch, summed, of_b));
  if (of_a.size() == 1 && of_b.size() == 1) return {product, result};
  const Shape& sizes = product.shape();  // where batch axes of size 1 are repeated already
  Shape shape(sizes.begin(), sizes.begin() + static_cast<ptrdiff_t>(batch.size()));
  for (int64_t size : sizes_of(a, of_a)) shape.push_back(size);
  for (int64_t size : sizes_of(b, of_b)) shape.push_back(size);
  return {reshape(product, {.shape = shape}), result};
}

}  // namespace pelton
