// Owns OpSeeds: the seeds that TensorFlow gives, in order, to eager random ops without one of their
// own after set_seed: those of Python's `random.Random(seed).randint(0, 2**31 - 1)`.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

namespace pelton {

class OpSeeds {
 public:
  // A seed's size, whatever its sign, as words of 32 bits, the lowest first; 0 has one word too.
  explicit OpSeeds(std::vector<uint32_t> size);
  explicit OpSeeds(int64_t seed);
  // The seed of number `index`; quick where numbers are asked for in order.
  int64_t at(int64_t index);

 private:
  const std::vector<uint32_t> size_;
  std::mt19937 words_;
  int64_t index_ = 0;
};

}  // namespace pelton
