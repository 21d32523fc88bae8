// Owns Sharding: how a value follows from the inputs of a computation when these are split along
// their first axis, the rows. Row-sliced runs follow it, and so does whoever splits a batch.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tensor.h"

namespace pelton {

struct Sharding {
  enum class Kind : uint8_t {
    replicated,    // not from the rows: weights, constants
    sharded,       // its entries along `axis` from the same rows, and from what is replicated
    partial_sum,   // the sum of what the rows give
    partial_mean,  // the mean of it
    none,          // in another way: some rows at a time would not give it
  };

  Kind kind = Kind::replicated;
  uint8_t axis = 0;  // sharded

  static constexpr Sharding replicated() { return {Kind::replicated, 0}; }
  static constexpr Sharding sharded(size_t axis = 0) {
    return {Kind::sharded, static_cast<uint8_t>(axis)};
  }
  static constexpr Sharding partial_sum() { return {Kind::partial_sum, 0}; }
  static constexpr Sharding partial_mean() { return {Kind::partial_mean, 0}; }
  static constexpr Sharding none() { return {Kind::none, 0}; }

  constexpr bool is_replicated() const { return kind == Kind::replicated; }
  constexpr bool is_sharded() const { return kind == Kind::sharded; }
  // A sum or a mean of what the shards give.
  constexpr bool is_partial() const {
    return kind == Kind::partial_sum || kind == Kind::partial_mean;
  }
  constexpr bool operator==(const Sharding&) const = default;
};

// What a sharding rule sees: a call, how its inputs are sharded, and one of its outputs.
struct ShardingContext {
  std::span<const Tensor> inputs;
  std::span<const Sharding> shardings;  // of the inputs; none of them is `none`
  const Tensor& output;
  size_t index;  // of the output
  const void* raw_attrs;

  template <class A>
  const A& attrs() const {
    return *static_cast<const A*>(raw_attrs);
  }
};

// How an output is sharded where the inputs are.
using ShardingRule = Sharding (*)(const ShardingContext&);

}  // namespace pelton
