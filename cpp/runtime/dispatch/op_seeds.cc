#include "runtime/dispatch/op_seeds.h"

#include <algorithm>
#include <vector>

namespace pelton {
namespace {

// Begins MT19937 from an array of words, as its authors do (Matsumoto and Nishimura, 2002).
class ArraySeed {
 public:
  using result_type = uint32_t;
  explicit ArraySeed(std::vector<uint32_t> key) : key_(std::move(key)) {}

  template <class Out>
  void generate(Out begin, Out end) const {
    const auto n = static_cast<size_t>(end - begin);
    begin[0] = 19650218;
    for (size_t i = 1; i < n; ++i)
      begin[i] = 1812433253u * mixed(begin[i - 1]) + static_cast<uint32_t>(i);
    size_t i = 1;
    const auto step = [&](uint32_t factor, uint32_t added) {
      begin[i] = (begin[i] ^ mixed(begin[i - 1]) * factor) + added;
      if (++i < n) return;
      begin[0] = begin[n - 1];
      i = 1;
    };
    for (size_t k = 0; k < std::max(n, key_.size()); ++k) {
      const size_t j = k % key_.size();
      step(1664525, key_[j] + static_cast<uint32_t>(j));
    }
    for (size_t k = 1; k < n; ++k) step(1566083941, 0u - static_cast<uint32_t>(i));
    begin[0] = 0x80000000u;
  }

 private:
  static uint32_t mixed(uint32_t x) { return x ^ x >> 30; }
  std::vector<uint32_t> key_;
};

std::vector<uint32_t> size_of(int64_t seed) {
  const uint64_t size = seed < 0 ? 0 - static_cast<uint64_t>(seed) : static_cast<uint64_t>(seed);
  std::vector<uint32_t> words{static_cast<uint32_t>(size)};
  if (size >> 32 != 0) words.push_back(static_cast<uint32_t>(size >> 32));
  return words;
}

std::mt19937 words_of(const std::vector<uint32_t>& size) {
  ArraySeed words(size);
  return std::mt19937(words);
}

// A word below 2^31: larger ones are drawn again.
uint32_t next_below_31_bits(std::mt19937& words) {
  for (;;)
    if (const auto word = static_cast<uint32_t>(words()); word >> 31 == 0) return word;
}

}  // namespace

OpSeeds::OpSeeds(std::vector<uint32_t> size) : size_(std::move(size)), words_(words_of(size_)) {}

OpSeeds::OpSeeds(int64_t seed) : OpSeeds(size_of(seed)) {}

int64_t OpSeeds::at(int64_t index) {
  if (index < index_) {
    words_ = words_of(size_);
    index_ = 0;
  }
  uint32_t word = 0;
  for (; index_ <= index; ++index_) word = next_below_31_bits(words_);
  return word;
}

}  // namespace pelton
