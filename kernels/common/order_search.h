// Owns the search in a sorted row.
#pragma once
#include "kernels/common/order_keys.h"

namespace pelton {

// How many of the `n` sorted numbers come before `value`: those that are less, with `after_equal`
// those that are not greater.
template <class T>
PELTON_HD int64_t count_before(const T* row, int64_t n, T value, bool after_equal) {
  const auto key = equal_key(value);
  int64_t begin = 0;
  while (n > 0) {
    const int64_t half = n / 2;
    const auto middle = equal_key(row[begin + half]);
    const bool is_before = middle < key || (after_equal && middle == key);
    begin = is_before ? begin + half + 1 : begin;
    n = is_before ? n - half - 1 : half;
  }
  return begin;
}

}  // namespace pelton
