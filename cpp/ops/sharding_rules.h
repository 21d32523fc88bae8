// Owns the sharding rules that many ops share. Rows are the entries of the first axis.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton::sharding_rules {

inline Sharding sharded_if(bool holds) { return holds ? Sharding::sharded() : Sharding::none(); }
inline Sharding partial_sum_if(bool holds) {
  return holds ? Sharding::partial_sum() : Sharding::none();
}

// Input i is sharded along its first axis or has no elements.
bool is_sharded(const ShardingContext& context, size_t i);
// Only the first input is sharded, along its first axis, and the others are replicated.
bool is_of_first(const ShardingContext& context);
// is_sharded of all inputs.
bool is_of_all(const ShardingContext& context);
// Inputs `first` to `last` are replicated, and is_sharded of all others: of layers with weights.
bool all_sharded_but(const ShardingContext& context, size_t first, size_t last);
// is_of_first, and `axis`, which may be negative, is not the first one of the first input.
bool is_along(const ShardingContext& context, int64_t axis);

// Rows of the first input give rows, such as the images of a convolution.
Sharding of_first(const ShardingContext& context);
// Rows of all inputs give rows.
Sharding of_all(const ShardingContext& context);
// Elementwise: sharded inputs have all axes of the output, the others are the same for each row.
Sharding of_broadcast(const ShardingContext& context);
// The same, and the sum of two partial sums, or means, of one shape is one, and so is that of a
// mean and what is replicated and has no more elements.
Sharding of_sum(const ShardingContext& context);
// The same, and a partial sum or mean times what is replicated and has no more elements is one.
Sharding of_product(const ShardingContext& context);
// The same, divided by it.
Sharding of_quotient(const ShardingContext& context);
// Of the shape of the first input only.
Sharding of_shape(const ShardingContext& context);

}  // namespace pelton::sharding_rules
