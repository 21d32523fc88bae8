// Owns the shape functions of random ops, whose attributes say shape, dtype and range.
#pragma once
#include <cmath>

#include "core/element.h"
#include "ops/infer.h"

namespace pelton {

inline constexpr DTypeSet kUniform = kFloating | kIndex;

inline void add_random_output(InferContext& c, const Shape& shape, DType dtype, DTypeSet accepted) {
  check(accepted.contains(dtype), Code::value_error, "Argument `dtype` got invalid value ", dtype,
        ". Accepted dtypes are (", accepted, ").");
  for (int64_t size : shape) check(is_size(size), "Dimension ", size, " must be >= 0");
  count_or_unknown(shape);
  c.add_output(dtype, shape);
}

template <class A>
void infer_uniform(InferContext& c) {
  const auto& attrs = c.attrs<A>();
  add_random_output(c, attrs.shape, attrs.dtype, kUniform);
  if (is_floating(attrs.dtype) || count_or_unknown(attrs.shape) == 0) return;
  to_element(attrs.minval, attrs.dtype);
  // The bound is excluded: it may be one more than the dtype's largest number.
  if (attrs.maxval != std::ldexp(1.0, attrs.dtype == DType::int32 ? 31 : 63))
    to_element(attrs.maxval, attrs.dtype);
  check(attrs.minval < attrs.maxval, "Need minval < maxval, got ", attrs.minval,
        " >= ", attrs.maxval);
}

template <class A>
void infer_normal(InferContext& c) {
  const auto& attrs = c.attrs<A>();
  add_random_output(c, attrs.shape, attrs.dtype, kFloating);
}

template <class A, size_t kLogits>
void infer_categorical(InferContext& c) {
  const auto& attrs = c.attrs<A>();
  const Shape& logits = c.shape(kLogits);
  check(logits.size() == 2, "logits should be a matrix, got shape ", logits);
  check(logits[1] > 0 || !is_known(logits[1]), "num_classes should be positive, got ", logits[1]);
  check(is_size(attrs.num_samples), "num_samples should be non-negative, got ", attrs.num_samples);
  add_random_output(c, {logits[0], attrs.num_samples}, attrs.dtype, kIndex);
}

template <class A>
void infer_permutation(InferContext& c) {
  add_random_output(c, {c.attrs<A>().n}, DType::int64, kIndex);
}

}  // namespace pelton
