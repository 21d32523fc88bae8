// Owns the sort of keys, with or without the places that they came from: stable, by digits of one
// byte from the lowest up; short rows by insertion.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

namespace pelton::cpu {

// A key and where it came from.
template <class Key>
struct PlacedKey {
  Key key;
  int32_t place;
};

template <class Key>
Key key_of(const Key& key) {
  return key;
}
template <class Key>
Key key_of(const PlacedKey<Key>& item) {
  return item.key;
}

inline constexpr int64_t kShortRow = 32;

template <class Item>
void insertion_sort(Item* items, int64_t n) {
  for (int64_t i = 1; i < n; ++i) {
    const Item item = items[i];
    int64_t at = i;
    for (; at > 0 && key_of(items[at - 1]) > key_of(item); --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

// Sorts `n` items by their keys, equal ones in the order that they have. `spare` holds as many.
template <class Item>
void radix_sort(Item* items, Item* spare, int64_t n) {
  using Key = decltype(key_of(*items));
  if (n <= kShortRow) return insertion_sort(items, n);
  constexpr size_t kDigits = sizeof(Key);
  std::array<std::array<int64_t, 256>, kDigits> counts{};
  for (int64_t i = 0; i < n; ++i)
    for (size_t digit = 0; digit < kDigits; ++digit)
      ++counts[digit][(key_of(items[i]) >> (8 * digit)) & 0xff];
  Item *from = items, *to = spare;
  for (size_t digit = 0; digit < kDigits; ++digit) {
    std::array<int64_t, 256>& next = counts[digit];
    if (next[(key_of(from[0]) >> (8 * digit)) & 0xff] == n) continue;  // one digit in all of them
    int64_t before = 0;
    for (int64_t& count : next) {
      const int64_t first = before;
      before += count;
      count = first;
    }
    for (int64_t i = 0; i < n; ++i) to[next[(key_of(from[i]) >> (8 * digit)) & 0xff]++] = from[i];
    std::swap(from, to);
  }
  if (from != items) std::copy_n(from, n, items);
}

}  // namespace pelton::cpu
