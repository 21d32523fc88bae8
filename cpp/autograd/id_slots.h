// Owns IdSlots: 64-bit ids numbered in order of arrival; an open-addressing table without removal.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pelton {

class IdSlots {
 public:
  // The number of `id`, or -1 when it has none. 0 is nobody's id.
  int32_t find(uint64_t id) const { return table_.empty() ? -1 : table_[place_of(id)].slot; }
  // The number of `id`, the next free one when it is new.
  int32_t insert(uint64_t id) {
    if (2 * (count_ + 1) > table_.size()) grow();
    Entry& entry = table_[place_of(id)];
    if (entry.id == 0) entry = {id, static_cast<int32_t>(count_++)};
    return entry.slot;
  }
  size_t size() const { return count_; }
  void clear() {
    table_.clear();
    count_ = 0;
  }

 private:
  struct Entry {
    uint64_t id = 0;
    int32_t slot = -1;
  };

  // Where `id` is or would be: Fibonacci hashing, then linear probing.
  size_t place_of(uint64_t id) const {
    const size_t mask = table_.size() - 1;
    size_t place = (id * 0x9E3779B97F4A7C15u) >> (64 - std::countr_zero(table_.size()));
    while (table_[place].id != 0 && table_[place].id != id) place = (place + 1) & mask;
    return place;
  }
  void grow() {
    std::vector<Entry> old(table_.empty() ? 32 : 2 * table_.size());
    old.swap(table_);
    for (const Entry& entry : old)
      if (entry.id != 0) table_[place_of(entry.id)] = entry;
  }

  std::vector<Entry> table_;  // a power of two, at most half full
  size_t count_ = 0;
};

}  // namespace pelton
