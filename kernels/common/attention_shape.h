// Owns the sizes of an attention call and how its mask and bias lie over the scores.
#pragma once
#include <cmath>
#include <limits>
#include <optional>

#include "kernels/common/functors/functors.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

// query (batch, queries, heads, depth), key (batch, keys, groups, depth), value (batch, keys,
// groups, width): `heads / groups` heads that follow each other share the keys of a group.
struct AttentionShape {
  AttentionShape(const Shape& query, const Shape& key, const Shape& value)
      : batch(query[0]),
        queries(query[1]),
        heads(query[2]),
        depth(query[3]),
        keys(key[1]),
        groups(key[2]),
        width(value[3]) {}
  PELTON_HD int64_t heads_per_group() const { return groups == 0 ? 0 : heads / groups; }
  double scale(const std::optional<double>& given) const {
    return given ? *given : 1.0 / std::sqrt(static_cast<double>(depth));
  }

  int64_t batch, queries, heads, depth, keys, groups, width;
};

// What stands for the score of a key that is masked: in a row where all are, each key has the same
// weight, as in Keras.
template <class T>
inline constexpr T kMaskedScore = T(-0.7) * std::numeric_limits<T>::max();

// A mask or bias over the scores (batch, heads, queries, keys), to which it broadcasts; `data` is
// null where there is none.
struct ScoreOperand {
  ScoreOperand() = default;
  explicit ScoreOperand(const TensorView& x) {
    if (x.size == 0) return;
    data = x.data;
    const size_t rank = static_cast<size_t>(x.rank());
    for (size_t i = 0; i < rank; ++i)
      if (x.dim(i) != 1) strides[4 - rank + i] = x.strides()[i];
  }
  // The first key's element for one query.
  PELTON_HD int64_t row(int64_t batch, int64_t head, int64_t query) const {
    return batch * strides[0] + head * strides[1] + query * strides[2];
  }

  const void* data = nullptr;
  int64_t strides[4] = {};
};

}  // namespace pelton
