// Owns IdSlots: 64-bit ids numbered in order of arrival; an open-addressing table without removal.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pelton {

class IdSlots {
 public:
  // The number of `id`, or -1 when it has none.
  int32_t find(uint64_t id) const { return table_.empty() ? -1 : table_[place_of(id)]; }
  // The number of `id`, the next free one when it is new.
  int32_t insert(uint64_t id) {
    if (2 * (ids_.size() + 1) > table_.size()) grow();
    int32_t& slot = table_[place_of(id)];
    if (slot < 0) {
      ids_.push_back(id);
      slot = static_cast<int32_t>(ids_.size() - 1);
    }
    return slot;
  }
  size_t size() const { return ids_.size(); }
  // Forgets all ids; keeps the memory, unless the table is much larger than what it held.
  void clear() noexcept {
    if (ids_.empty()) return;
    if (table_.size() > 16 * kLeast && table_.size() > 16 * ids_.size())
      table_.clear();
    else
      std::fill(table_.begin(), table_.end(), -1);
    ids_.clear();
  }
  size_t bytes() const {
    return ids_.capacity() * sizeof(uint64_t) + table_.capacity() * sizeof(int32_t);
  }

 private:
  static constexpr size_t kLeast = 32;

  // Where `id` is or would be: Fibonacci hashing, then linear probing.
  size_t place_of(uint64_t id) const {
    const size_t mask = table_.size() - 1;
    size_t place = (id * 0x9E3779B97F4A7C15u) >> (64 - std::countr_zero(table_.size()));
    while (table_[place] >= 0 && ids_[static_cast<size_t>(table_[place])] != id)
      place = (place + 1) & mask;
    return place;
  }
  void grow() {
    table_.assign(std::max(kLeast, 2 * table_.size()), -1);
    for (size_t slot = 0; slot < ids_.size(); ++slot)
      table_[place_of(ids_[slot])] = static_cast<int32_t>(slot);
  }

  std::vector<uint64_t> ids_;   // by number
  std::vector<int32_t> table_;  // numbers, -1 where free; a power of two, at most half full
};

}  // namespace pelton
