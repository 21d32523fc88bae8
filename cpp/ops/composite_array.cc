// Owns array functions composed of other ops: tile.
#include "ops/ops.h"

namespace pelton {

// Each axis of size d becomes a pair (multiple, d), the first of them broadcast, and the pairs
// merge.
Tensor tile(const Tensor& input, const MultiplesAttrs& attrs) {
  const Axes& multiples = attrs.multiples;
  check(multiples.size() == input.shape().size(), "tile: expected one multiple for each axis of ",
        input, ", got multiples ", multiples);
  Shape pairs, repeated, merged;
  for (size_t i = 0; i < multiples.size(); ++i) {
    check(multiples[i] >= 0, "tile: multiples must not be negative, got ", multiples, " for ",
          input);
    const int64_t size = input.shape()[i];
    pairs.push_back(1);
    pairs.push_back(size);
    repeated.push_back(multiples[i]);
    repeated.push_back(size);
    merged.push_back(checked_multiply(multiples[i], size));
  }
  element_count(merged);
  const Tensor spread = broadcast_to(reshape(input, {.shape = pairs}), {.shape = repeated});
  return reshape(spread, {.shape = merged});
}

}  // namespace pelton
