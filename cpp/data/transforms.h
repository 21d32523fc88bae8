// Owns the transformations that choose among elements or put datasets together, and look at none.
#pragma once
#include <exception>

#include "data/dataset.h"

namespace pelton::data {

// Which errors that are not the engine's own, of users' functions, may be left out, and who is told
// of errors that are (null: nobody).
struct IgnoredErrors {
  bool (*is_foreign)(const std::exception& error);
  void (*warn)(const std::string& message);
};

// The first `count` elements; all for a negative count.
DatasetRef take(DatasetRef input, int64_t count);
// What comes after the first `count` elements; nothing for a negative count.
DatasetRef skip(DatasetRef input, int64_t count);
// `count` passes one after the other; without end for a negative count, unless a pass is empty.
DatasetRef repeat(DatasetRef input, int64_t count);
// Elements index, index + shards, ...; `shards` > index >= 0.
DatasetRef shard(DatasetRef input, int64_t shards, int64_t index);
DatasetRef concatenate(DatasetRef first, DatasetRef second);
// Elements of all inputs side by side, as many as the shortest has.
DatasetRef zip(std::vector<DatasetRef> inputs);
// Passes over what errors leave; errors of interrupts are raised.
DatasetRef ignore_errors(DatasetRef input, IgnoredErrors ignored);
// The same elements; at its end raises failed_precondition where there were not `count`.
DatasetRef assert_cardinality(DatasetRef input, int64_t count);

}  // namespace pelton::data
