// Owns plan_memory(): where in one stretch of memory the blocks of a program lie. Knows bytes and
// times, no tensors.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace pelton {

// Bytes that are in use from step `first` to step `last`, both included.
struct Lifetime {
  size_t bytes = 0;
  size_t first = 0;
  size_t last = 0;
};

struct MemoryPlan {
  std::vector<size_t> offsets;  // of each block, multiples of 64
  size_t bytes = 0;             // of the whole
};

// Blocks that are in use at the same time do not overlap. The largest first, each into the smallest
// gap that holds it (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net
// Inference", greedy by size).
MemoryPlan plan_memory(std::span<const Lifetime> blocks);

}  // namespace pelton
