#include "ops/sharding_rules.h"

#include <algorithm>

namespace pelton::sharding_rules {

bool is_sharded(const ShardingContext& c, size_t i) {
  return c.shardings[i] == Sharding::sharded() || c.inputs[i].size() == 0;
}

bool is_of_first(const ShardingContext& c) {
  return c.shardings[0] == Sharding::sharded() &&
         std::all_of(c.shardings.begin() + 1, c.shardings.end(),
                     [](Sharding s) { return s.is_replicated(); });
}

bool is_of_all(const ShardingContext& c) {
  for (size_t i = 0; i < c.inputs.size(); ++i)
    if (!is_sharded(c, i)) return false;
  return true;
}

bool all_sharded_but(const ShardingContext& c, size_t first, size_t last) {
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const bool is_weight = i >= first && i <= last;
    if (is_weight ? c.shardings[i] != Sharding::replicated() : !is_sharded(c, i)) return false;
  }
  return true;
}

bool is_along(const ShardingContext& c, int64_t axis) {
  return is_of_first(c) && axis != 0 && axis != -static_cast<int64_t>(c.inputs[0].rank());
}

Sharding of_first(const ShardingContext& c) { return sharded_if(is_of_first(c)); }

Sharding of_all(const ShardingContext& c) { return sharded_if(is_of_all(c)); }

Sharding of_broadcast(const ShardingContext& c) {
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const Tensor& input = c.inputs[i];
    const bool has_all_axes = input.rank() == c.output.rank();
    const bool is_same = !has_all_axes || input.rank() == 0 || input.shape()[0] == 1;
    if (c.shardings[i] == Sharding::sharded() ? !has_all_axes
                                              : !c.shardings[i].is_replicated() || !is_same)
      return Sharding::none();
  }
  return Sharding::sharded();
}

namespace {

// Input i is partial, of the output's shape, and the other one is replicated.
bool is_partial_beside_replicated(const ShardingContext& c, size_t i) {
  return c.shardings[i].is_partial() && c.shardings[1 - i].is_replicated() &&
         c.inputs[i].shape() == c.output.shape();
}

}  // namespace

Sharding of_sum(const ShardingContext& c) {
  const bool are_terms = c.shardings[0].is_partial() && c.shardings[0] == c.shardings[1] &&
                         c.inputs[0].shape() == c.inputs[1].shape();
  if (are_terms) return c.shardings[0];
  for (size_t i = 0; i < 2; ++i)
    if (is_partial_beside_replicated(c, i) && c.shardings[i] == Sharding::partial_mean())
      return c.shardings[i];
  return of_broadcast(c);
}

Sharding of_product(const ShardingContext& c) {
  for (size_t i = 0; i < 2; ++i)
    if (is_partial_beside_replicated(c, i)) return c.shardings[i];
  return of_broadcast(c);
}

Sharding of_quotient(const ShardingContext& c) {
  return is_partial_beside_replicated(c, 0) ? c.shardings[0] : of_broadcast(c);
}

Sharding of_shape(const ShardingContext& c) {
  return c.shardings[0] == Sharding::sharded() ? Sharding::sharded() : Sharding::replicated();
}

}  // namespace pelton::sharding_rules
