// Owns the interface of the pooling loops over one row of windows. Must not know tensors.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// One row of pooling windows of one image, whose lines are `line` elements apart. Window i covers
// the columns [i * stride - before, + window), cut to [0, width), of the `lines` input lines.
struct PoolRow {
  int64_t channels, line;
  int64_t lines, width;
  int64_t windows, window, stride, before;
};

// The loops of one instruction set. Windows are never empty.
template <class T>
struct PoolTable {
  // out = largest of each window; NaN where there is one.
  void (*max)(const PoolRow& row, const T* in, T* out);
  // in_grad at the first largest element of each window = or += out_grad; with `overwrite` the
  // window's other elements become 0. The first NaN counts as the largest.
  void (*max_grad)(const PoolRow& row, const T* in, const T* out_grad, T* in_grad, bool overwrite);
  // out = `values` at the first largest element of each window of `in`.
  void (*max_pick)(const PoolRow& row, const T* in, const T* values, T* out);
  // out = mean of each window, padding not counted.
  void (*mean)(const PoolRow& row, const T* in, T* out);
  // in_grad of each window = or += out_grad / (number of its elements).
  void (*mean_grad)(const PoolRow& row, const T* out_grad, T* in_grad, bool overwrite);
};

// The loops built for each instruction set: all for float and double, `max` for the integers too.
namespace generic {
template <class T>
const PoolTable<T>& pool_table();
}
namespace avx2 {
template <class T>
const PoolTable<T>& pool_table();
}
namespace avx512 {
template <class T>
const PoolTable<T>& pool_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const PoolTable<T>& pool_table(Isa isa);

}  // namespace pelton::cpu
