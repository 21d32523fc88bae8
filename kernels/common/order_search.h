// Owns the search in a sorted row.
#pragma once
#include "kernels/common/order_keys.h"

namespace pelton {

// How many of the `n` sorted numbers come before each of Count values: those that are less, with
// `after_equal` those that are not greater. The halves are products, for nothing could foretell
// branches, and the searches do not wait for each other.
template <int Count, class T>
PELTON_HD void count_before(const T* row, int64_t n, const T* values, bool after_equal,
                            int64_t* counts) {
  using Key = decltype(equal_key(*row));
  Key keys[Count];
  for (int k = 0; k < Count; ++k) {
    keys[k] = equal_key(values[k]);
    counts[k] = 0;
  }
  const auto is_before = [&](int64_t i, Key key) {
    const Key one = equal_key(row[i]);
    return static_cast<int64_t>(one < key) | (static_cast<int64_t>(one == key) & after_equal);
  };
  for (; n > 1; n -= n / 2)
    for (int k = 0; k < Count; ++k) counts[k] += n / 2 * is_before(counts[k] + n / 2 - 1, keys[k]);
  for (int k = 0; k < Count && n > 0; ++k) counts[k] += is_before(counts[k], keys[k]);
}

template <class T>
PELTON_HD int64_t count_before(const T* row, int64_t n, T value, bool after_equal) {
  int64_t count;
  count_before<1>(row, n, &value, after_equal, &count);
  return count;
}

}  // namespace pelton
